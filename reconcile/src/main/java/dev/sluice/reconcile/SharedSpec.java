package dev.sluice.reconcile;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.DeserializationConfig;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.PropertyName;
import com.fasterxml.jackson.databind.deser.BeanDeserializerBuilder;
import com.fasterxml.jackson.databind.deser.BeanDeserializerModifier;
import com.fasterxml.jackson.databind.deser.SettableBeanProperty;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.client.CustomResource;
import java.io.IOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Gives a newer state of an object the spec of a state that is known, instead of reading the same spec again: most writes
/// change a status or some metadata. A generation counts the changes of a spec (H2.4), so two states of one
/// generation have one spec.
final class SharedSpec extends BeanDeserializerModifier {
    private static final long serialVersionUID = 1L;

    /// The attribute of a reader that holds the known state.
    static final Object KNOWN = SharedSpec.class;

    private static final PropertyName SPEC = PropertyName.construct("spec");

    @Override
    public BeanDeserializerBuilder updateBuilder(
            DeserializationConfig config,
            BeanDescription description,
            BeanDeserializerBuilder builder) {
        Class<?> type = description.getBeanClass();
        SettableBeanProperty spec = builder.findProperty(SPEC);
        if (spec != null
                && (type == Job.class
                        || type == Pod.class
                        || CustomResource.class.isAssignableFrom(type))) {
            builder.addOrReplaceProperty(new Spec(spec), true);
        }
        return builder;
    }

    /// The known spec when both states are of one generation, else null: then it has to be read.
    private static @Nullable Object shared(Object known, Object now) {
        return switch (known) {
            case Job job when sameGeneration(job, now) -> job.getSpec();
            // A binding changes a spec without counting.
            case Pod pod
                    when pod.getSpec() != null
                            && pod.getSpec().getNodeName() != null
                            && sameGeneration(pod, now) ->
                    pod.getSpec();
            case CustomResource<?, ?> resource when sameGeneration(resource, now) ->
                    resource.getSpec();
            default -> null;
        };
    }

    private static boolean sameGeneration(HasMetadata known, Object now) {
        if (now.getClass() != known.getClass()) {
            return false;
        }
        var before = known.getMetadata();
        var after = ((HasMetadata) now).getMetadata();
        return after != null
                && after.getGeneration() != null
                && after.getGeneration().equals(before.getGeneration())
                && after.getUid() != null
                && Objects.equals(after.getUid(), before.getUid());
    }

    /// The property `spec`, which stands behind the metadata in what servers send; where it does not, it is read.
    private static final class Spec extends SettableBeanProperty.Delegating {
        private static final long serialVersionUID = 1L;

        Spec(SettableBeanProperty delegate) {
            super(delegate);
        }

        @Override
        protected SettableBeanProperty withDelegate(SettableBeanProperty other) {
            return new Spec(other);
        }

        @Override
        public void deserializeAndSet(
                JsonParser parser, DeserializationContext context, Object object)
                throws IOException {
            Object known = context.getAttribute(KNOWN);
            Object spec = known == null ? null : shared(known, object);
            if (spec == null) {
                delegate.deserializeAndSet(parser, context, object);
            } else {
                parser.skipChildren();
                delegate.set(object, spec);
            }
        }
    }
}
