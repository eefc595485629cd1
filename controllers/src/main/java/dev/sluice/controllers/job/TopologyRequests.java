package dev.sluice.controllers.job;

import dev.sluice.api.v1beta2.PodSetTopologyRequest;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Wishes about the nearness of pods, as a template's annotations state them (A7.3).
public final class TopologyRequests {
    private static final String REQUIRED = "kueue.x-k8s.io/podset-required-topology";
    private static final String PREFERRED = "kueue.x-k8s.io/podset-preferred-topology";
    private static final String UNCONSTRAINED = "kueue.x-k8s.io/podset-unconstrained-topology";
    private static final String GROUP = "kueue.x-k8s.io/podset-group-name";
    private static final String SLICE_TOPOLOGY = "kueue.x-k8s.io/podset-slice-required-topology";
    private static final String SLICE_SIZE = "kueue.x-k8s.io/podset-slice-size";

    private TopologyRequests() {}

    /// @param podIndexLabel the label that holds a pod's index
    public static PodSetTopologyRequest of(PodTemplateSpec template, String podIndexLabel) {
        Map<String, String> annotations =
                template.getMetadata() == null || template.getMetadata().getAnnotations() == null
                        ? Map.of()
                        : template.getMetadata().getAnnotations();
        return new PodSetTopologyRequest(
                annotations.get(REQUIRED),
                annotations.get(PREFERRED),
                "true".equals(annotations.get(UNCONSTRAINED)) ? Boolean.TRUE : null,
                podIndexLabel,
                null,
                null,
                annotations.get(GROUP),
                annotations.get(SLICE_TOPOLOGY),
                number(annotations.get(SLICE_SIZE)),
                List.of());
    }

    private static @Nullable Integer number(@Nullable String text) {
        try {
            return text == null ? null : Integer.valueOf(text);
        } catch (NumberFormatException refusedByTheWebhook) {
            return null;
        }
    }
}
