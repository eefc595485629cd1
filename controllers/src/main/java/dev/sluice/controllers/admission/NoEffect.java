package dev.sluice.controllers.admission;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.api.config.Configuration;
import dev.sluice.api.config.Frameworks;
import dev.sluice.api.feature.FeatureGate;
import dev.sluice.api.name.Annotations;
import dev.sluice.api.name.Labels;
import dev.sluice.api.v1beta2.Kueue;
import dev.sluice.controllers.multicluster.MultiCluster;
import java.util.ArrayList;
import java.util.List;

/// What is spelt well and does nothing: a gate on a job that no queue knows, and what Sluice does not do yet. Whoever writes
/// it is warned, once, when it is new.
final class NoEffect {
    private static final String MULTIKUEUE = MultiCluster.CONTROLLER;
    private static final String SWITCHED_OFF = "the feature gate MultiKueue is off";
    private static final List<String> TOPOLOGY =
            List.of(
                    "kueue.x-k8s.io/podset-required-topology",
                    "kueue.x-k8s.io/podset-preferred-topology",
                    "kueue.x-k8s.io/podset-unconstrained-topology",
                    "kueue.x-k8s.io/podset-slice-required-topology");
    private static final List<String> GATES =
            List.of(Annotations.SCHEDULING_GATED_BY, Annotations.ADMISSION_GATED_BY);

    private final Configuration settings;
    private final QueueDefaults defaults;

    NoEffect(Configuration settings) {
        this.settings = settings;
        this.defaults = new QueueDefaults(settings);
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
            case "apps/Deployment" -> serving(review, object, lookup, Frameworks.DEPLOYMENT);
            case "apps/StatefulSet" -> serving(review, object, lookup, Frameworks.STATEFUL_SET);
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
                    case MULTIKUEUE -> severalClusters() ? "" : SWITCHED_OFF;
                    case "kueue.x-k8s.io/provisioning-request" ->
                            "requests for provisioning are not made yet";
                    default -> "";
                };
        return why.isEmpty()
                ? List.of()
                : List.of(
                        "spec.controllerName: nothing in Sluice answers for %s, %s: workloads wait until somebody sets the state of the check"
                                .formatted(controller, why));
    }

    private List<String> job(Review review, JsonNode job, Lookup lookup) {
        List<String> warnings = new ArrayList<>(gates(review, job, lookup));
        warnings.addAll(topology(job));
        if (OtherClusters.run(job)) {
            warnings.addAll(elsewhere(review.namespace(), job, lookup));
        }
        return warnings;
    }

    /// A job for other clusters that none of them will get.
    private List<String> elsewhere(String namespace, JsonNode job, Lookup lookup) {
        String queue = Review.label(job, Labels.QUEUE_NAME);
        String why = "";
        if (!severalClusters()) {
            why = SWITCHED_OFF;
        } else if (queue.isEmpty()) {
            why = "it names no queue (label " + Labels.QUEUE_NAME + ")";
        } else if (!OtherClusters.serve(namespace, queue, lookup).orElse(true)) {
            why =
                    "the ClusterQueue of its queue %s has no admission check of %s"
                            .formatted(queue, MULTIKUEUE);
        }
        return why.isEmpty()
                ? List.of()
                : List.of(
                        "spec.managedBy: nothing runs this job, neither here nor on other clusters: "
                                + why);
    }

    private boolean severalClusters() {
        return settings.gates().isOn(FeatureGate.MULTIKUEUE);
    }

    private List<String> gates(Review review, JsonNode job, Lookup lookup) {
        List<String> warnings = new ArrayList<>();
        if (Review.label(job, Labels.QUEUE_NAME).isEmpty()
                && !defaults.asks(job, review.namespace(), lookup)
                && settings.gates().isOn(FeatureGate.SCHEDULING_GATED_BY)) {
            for (String gate : GATES) {
                if (!Review.annotation(job, gate).isBlank()) {
                    warnings.add(
                            "metadata.annotations[%s]: holds nothing, because the job names no queue (label %s)"
                                    .formatted(gate, Labels.QUEUE_NAME));
                }
            }
        }
        return warnings;
    }

    private static List<String> topology(JsonNode job) {
        List<String> warnings = new ArrayList<>();
        JsonNode template = job.path("spec").path("template");
        for (String wish : TOPOLOGY) {
            if (!Review.annotation(template, wish).isEmpty()) {
                warnings.add(
                        "spec.template.metadata.annotations[%s]: has no effect yet, topology-aware scheduling is not done"
                                .formatted(wish));
            }
        }
        return warnings;
    }

    private List<String> serving(Review review, JsonNode object, Lookup lookup, String framework) {
        if (!settings.integrations().frameworks().contains(framework)) {
            return List.of();
        }
        List<String> warnings = new ArrayList<>(gates(review, object, lookup));
        if (framework.equals(Frameworks.STATEFUL_SET)
                && settings.gates().isOn(FeatureGate.SCHEDULING_GATED_BY)) {
            for (String gate : GATES) {
                if (!Review.annotation(object.at("/spec/template"), gate).isBlank()) {
                    warnings.add(
                            "spec.template.metadata.annotations[%s]: holds nothing: the gates of the StatefulSet itself count"
                                    .formatted(gate));
                }
            }
        }
        warnings.addAll(topology(object));
        return warnings;
    }
}
