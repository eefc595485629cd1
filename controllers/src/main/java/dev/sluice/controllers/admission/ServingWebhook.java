package dev.sluice.controllers.admission;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.api.config.Configuration;
import dev.sluice.api.config.Frameworks;
import dev.sluice.api.feature.FeatureGate;
import dev.sluice.api.name.Annotations;
import dev.sluice.api.name.Labels;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Deployments and StatefulSets with a queue: their pods are marked, what they say is checked, and what their running pods
/// depend on stays (L3.50, L3.60, L3.65).
final class ServingWebhook implements Webhook {
    private static final String STATEFUL_SET = "StatefulSet";
    private static final String SCALE = "scale";

    private final String name;
    private final Configuration settings;
    private final JobMetadataRules metadata;
    private final QueueDefaults defaults;
    private final StatefulSetRules statefulSets;

    private ServingWebhook(String name, Configuration settings) {
        this.name = name;
        this.settings = settings;
        this.metadata = new JobMetadataRules(settings.gates());
        this.defaults = new QueueDefaults(settings);
        this.statefulSets = new StatefulSetRules(settings);
    }

    static ServingWebhook ofDeployments(Configuration settings) {
        return new ServingWebhook("Deployment", settings);
    }

    static ServingWebhook ofStatefulSets(Configuration settings) {
        return new ServingWebhook(STATEFUL_SET, settings);
    }

    @Override
    public String kind() {
        return name.toLowerCase(Locale.ROOT);
    }

    /// A StatefulSet may also be scaled without being written.
    @Override
    public boolean concerns(Review review) {
        return review.group().equals("apps")
                && review.kind().equals(name)
                && (review.subresource().isEmpty()
                        || review.subresource().equals(SCALE) && isStatefulSet())
                && review.operation() != Review.Operation.DELETE
                && !JobWebhook.EXEMPT_NAMESPACES.contains(review.namespace());
    }

    private boolean isStatefulSet() {
        return name.equals(STATEFUL_SET);
    }

    @Override
    public @Nullable String mutate(Review review, Lookup lookup) {
        ObjectNode object = review.object();
        if (object == null || !review.subresource().isEmpty() || ofAnotherFramework(object)) {
            return null;
        }
        boolean queued =
                review.operation() == Review.Operation.CREATE
                        ? defaults.queued(object, review.namespace(), lookup)
                        : defaults.asks(object, review.namespace(), lookup);
        if (queued) {
            mark(object);
        }
        return null;
    }

    /// As a StatefulSet that something else makes of its own object, and queues.
    private boolean ofAnotherFramework(JsonNode object) {
        String parent =
                Review.annotation(object.at("/spec/template"), Annotations.POD_SUSPENDING_PARENT);
        return !parent.isEmpty()
                && !parent.equals(Frameworks.DEPLOYMENT)
                && !parent.equals(Frameworks.STATEFUL_SET);
    }

    /// The pods of a StatefulSet get the rest when they are there: they are one group, whose name its template cannot know.
    private void mark(ObjectNode object) {
        ObjectNode template = object.withObject("/spec/template/metadata");
        ObjectNode annotations = template.withObjectProperty("annotations");
        annotations.put(Annotations.POD_SUSPENDING_PARENT, kind());
        if (isStatefulSet()) {
            return;
        }
        ObjectNode labels = template.withObjectProperty("labels");
        labels.put(Labels.MANAGED, "true");
        for (String key : List.of(Labels.QUEUE_NAME, Labels.PRIORITY_CLASS)) {
            String value = Review.label(object, key);
            if (!value.isEmpty()) {
                labels.put(key, value);
            }
        }
        if (settings.gates().isOn(FeatureGate.WORKLOAD_ADMISSION_CONSTRAINTS)) {
            for (String key : List.of(Annotations.CANNOT_PREEMPT, Annotations.CANNOT_BORROW)) {
                String value = Review.annotation(object, key);
                if (!value.isEmpty()) {
                    annotations.put(key, value);
                }
            }
        }
    }

    @Override
    public List<FieldError> validate(Review review, Lookup lookup) {
        ObjectNode object = review.object();
        ObjectNode old = review.old();
        if (object == null) {
            return List.of();
        }
        if (!review.subresource().isEmpty()) {
            return scaled(review, object, lookup);
        }
        List<FieldError> errors = new ArrayList<>();
        errors.addAll(metadata.check(object, old));
        if (old == null) {
            errors.addAll(unsupported(object));
        } else {
            boolean ready = old.path("status").path("readyReplicas").asInt() > 0;
            queue(old, object, ready, errors);
            JobMetadataRules.priorityClass(old, object, !ready, errors);
            if (isStatefulSet() && defaults.asks(object, review.namespace(), lookup)) {
                errors.addAll(statefulSets.changed(old, object, review.namespace(), lookup));
            }
        }
        return errors;
    }

    /// L2.12: its Workload is made here, and has no slices. What a manager of several clusters makes names one all the same.
    private List<FieldError> unsupported(JsonNode object) {
        List<FieldError> errors = new ArrayList<>();
        String gvk = "apps/v1, Kind=" + name;
        String prebuilt = Labels.PREBUILT_WORKLOAD_NAME;
        if (!Review.hasLabel(object, Labels.MULTIKUEUE_ORIGIN)) {
            String detail = "Is not supported for \"" + gvk + "\"";
            if (Review.hasLabel(object, prebuilt)) {
                errors.add(FieldError.forbidden("metadata.labels[" + prebuilt + "]", detail));
            }
            if (!Review.annotation(object, prebuilt).isEmpty()) {
                errors.add(FieldError.forbidden("metadata.annotations[" + prebuilt + "]", detail));
            }
        }
        if (settings.gates().isOn(FeatureGate.ELASTIC_JOBS_VIA_WORKLOAD_SLICES)
                && Review.annotation(object, Annotations.ELASTIC_JOB).equals("true")) {
            errors.add(
                    FieldError.forbidden(
                            "metadata.annotations[" + Annotations.ELASTIC_JOB + "]",
                            "elastic job is not supported for \"" + gvk + "\""));
        }
        return errors;
    }

    /// A Scale has the name of its StatefulSet, and no number for zero.
    private List<FieldError> scaled(Review review, ObjectNode scale, Lookup lookup) {
        JsonNode set =
                lookup.object(
                        "apps/v1",
                        STATEFUL_SET,
                        review.namespace(),
                        scale.at("/metadata/name").asText());
        return set == null || !defaults.asks(set, review.namespace(), lookup)
                ? List.of()
                : statefulSets.scaled(
                        set, scale.at("/spec/replicas").asInt(), review.namespace(), lookup);
    }

    private static void queue(
            JsonNode old, JsonNode object, boolean ready, List<FieldError> errors) {
        String before = Review.label(old, Labels.QUEUE_NAME);
        String after = Review.label(object, Labels.QUEUE_NAME);
        if (!before.equals(after) && (ready || after.isEmpty())) {
            errors.add(
                    FieldError.immutable(
                            "metadata.labels[" + Labels.QUEUE_NAME + "]", "\"" + after + "\""));
        }
    }
}
