package dev.sluice.controllers.job;

import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.UnaryOperator;

/// Pod templates as Workloads keep them, by the templates that they were made of: a job is looked at many times, and
/// the states of one generation share their spec.
final class KnownTemplates {
    private static final int REMEMBERED_MAX = 2_048;

    private final UnaryOperator<PodTemplateSpec> make;

    /// The last used ones. Guarded by itself.
    private final Map<Same, PodTemplateSpec> made =
            new LinkedHashMap<>(16, 0.75f, true) {
                private static final long serialVersionUID = 1L;

                @Override
                protected boolean removeEldestEntry(Map.Entry<Same, PodTemplateSpec> eldest) {
                    return size() > REMEMBERED_MAX;
                }
            };

    KnownTemplates(UnaryOperator<PodTemplateSpec> make) {
        this.make = make;
    }

    /// @return shared: nobody changes it
    PodTemplateSpec of(PodTemplateSpec template) {
        synchronized (made) {
            return made.computeIfAbsent(new Same(template), same -> make.apply(same.template()));
        }
    }

    /// The very object: comparing the contents would cost what is saved.
    private record Same(PodTemplateSpec template) {
        @Override
        public boolean equals(Object other) {
            return other instanceof Same(PodTemplateSpec one) && one == template;
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(template);
        }
    }
}
