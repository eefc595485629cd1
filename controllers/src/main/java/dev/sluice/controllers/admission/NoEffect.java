package dev.sluice.controllers.admission;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.api.config.Configuration;
import dev.sluice.api.feature.FeatureGate;
import dev.sluice.api.name.Annotations;
import dev.sluice.api.name.Labels;
import dev.sluice.api.v1beta2.Kueue;
import dev.sluice.controllers.multicluster.MultiCluster;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// What is spelt well and does nothing: a gate on a job that no queue knows, and what Sluice does not do yet. Whoever writes
/// it is warned, once, when it is new.
final class NoEffect {
    private static final String PROVISIONING = "kueue.x-k8s.io/provisioning-request";
    private static final String MULTIKUEUE_OFF = "the feature gate MultiKueue is off";
    private static final List<String> TOPOLOGY =
            List.of(
                    "kueue.x-k8s.io/podset-required-topology",
                    "kueue.x-k8s.io/podset-preferred-topology",
                    "kueue.x-k8s.io/podset-unconstrained-topology",
                    "kueue.x-k8s.io/podset-slice-required-topology");
    private static final List<String> GATES =
            List.of(Annotations.SCHEDULING_GATED_BY, Annotations.ADMISSION_GATED_BY);

    private final Configuration settings;

    NoEffect(Configuration settings) {
        this.settings = settings;
    }

    static boolean concerns(Review review) {
        return review.group().equals(Kueue.GROUP)
                && (review.kind().equals("ResourceFlavor")
                        || review.kind().equals("AdmissionCheck"));
    }

    List<String> warnings(Review review, Lookup lookup) {
        if (review.object() == null) {
            return List.of();
        }
        List<String> warnings = new ArrayList<>(about(review, review.object(), lookup));
        if (review.old() != null) {
            warnings.removeAll(about(review, review.old(), lookup));
        }
        return warnings;
    }

    private List<String> about(Review review, JsonNode object, Lookup lookup) {
        return switch (review.group() + "/" + review.kind()) {
            case Kueue.GROUP + "/ResourceFlavor" -> flavor(object);
            case Kueue.GROUP + "/AdmissionCheck" -> check(object);
            case "batch/Job" -> job(review, object, lookup);
            default -> List.of();
        };
    }

    private static List<String> flavor(JsonNode flavor) {
        return flavor.at("/spec/topologyName").asText().isEmpty()
                ? List.of()
                : List.of(
                        "spec.topologyName: has no effect yet, topology-aware scheduling is not"
                                + " done: workloads get the flavor without an assignment to domains");
    }

    private List<String> check(JsonNode check) {
        String controller = check.at("/spec/controllerName").asText();
        String why =
                switch (controller) {
                    case PROVISIONING -> "requests for provisioning are not made yet";
                    case MultiCluster.CONTROLLER -> manages() ? "" : MULTIKUEUE_OFF;
                    default -> "";
                };
        return why.isEmpty()
                ? List.of()
                : List.of(
                        "spec.controllerName: nothing in Sluice answers for %s, %s: workloads wait until somebody sets the state of the check"
                                .formatted(controller, why));
    }

    private boolean manages() {
        return settings.gates().isOn(FeatureGate.MULTIKUEUE);
    }

    private List<String> job(Review review, JsonNode job, Lookup lookup) {
        List<String> warnings = new ArrayList<>();
        if (!isManaged(review.namespace(), job, lookup)
                && settings.gates().isOn(FeatureGate.SCHEDULING_GATED_BY)) {
            for (String gate : GATES) {
                if (!Review.annotation(job, gate).isBlank()) {
                    warnings.add(
                            "metadata.annotations[%s]: holds nothing, because the job names no queue (label %s)"
                                    .formatted(gate, Labels.QUEUE_NAME));
                }
            }
        }
        JsonNode template = job.path("spec").path("template");
        for (String wish : TOPOLOGY) {
            if (!Review.annotation(template, wish).isEmpty()) {
                warnings.add(
                        "spec.template.metadata.annotations[%s]: has no effect yet, topology-aware scheduling is not done"
                                .formatted(wish));
            }
        }
        if (job.at("/spec/managedBy").asText().equals(MultiCluster.CONTROLLER) && !manages()) {
            warnings.add(
                    "spec.managedBy: nothing in Sluice runs jobs of "
                            + MultiCluster.CONTROLLER
                            + ", "
                            + MULTIKUEUE_OFF);
        }
        return warnings;
    }

    private boolean isManaged(String namespace, JsonNode job, Lookup lookup) {
        if (!Review.label(job, Labels.QUEUE_NAME).isEmpty()) {
            return true;
        }
        Map<String, String> labels = lookup.namespaceLabels(namespace);
        return settings.manageJobsWithoutQueueName()
                && labels != null
                && settings.managedJobsNamespaceSelector().matches(labels);
    }
}
