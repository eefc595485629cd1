package dev.sluice.controllers.admission;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.api.v1beta2.Kueue;
import dev.sluice.controllers.multicluster.MultiCluster;
import java.util.Optional;
import java.util.Set;

/// Which jobs run on other clusters than the one that they are written to: those in a queue whose ClusterQueue has an
/// admission check of MultiKueue (L2.11).
final class OtherClusters {
    private static final String MANAGED_BY = "managedBy";

    /// What `spec.managedBy` of a Job says that nobody has thought about.
    private static final Set<String> HERE = Set.of("", "kubernetes.io/job-controller");

    private OtherClusters() {}

    /// Whether a job is to be run by other clusters, as it says itself.
    static boolean run(JsonNode job) {
        return job.path("spec").path(MANAGED_BY).asText().equals(MultiCluster.CONTROLLER);
    }

    /// Has a job run there if its queue sends jobs to other clusters, and the job says nothing else.
    static void take(ObjectNode job, String namespace, String queue, Lookup lookup) {
        if (HERE.contains(job.path("spec").path(MANAGED_BY).asText())
                && serve(namespace, queue, lookup).orElse(false)) {
            job.withObjectProperty("spec").put(MANAGED_BY, MultiCluster.CONTROLLER);
        }
    }

    /// Whether a LocalQueue sends jobs to other clusters; empty while it, or its ClusterQueue, is not there.
    static Optional<Boolean> serve(String namespace, String queue, Lookup lookup) {
        return found(lookup, "LocalQueue", namespace, queue)
                .map(local -> local.at("/spec/clusterQueue").asText())
                .flatMap(name -> found(lookup, "ClusterQueue", "", name))
                .map(clusterQueue -> sends(clusterQueue, lookup));
    }

    private static boolean sends(JsonNode clusterQueue, Lookup lookup) {
        for (JsonNode check : clusterQueue.at("/spec/admissionChecksStrategy/admissionChecks")) {
            if (found(lookup, "AdmissionCheck", "", check.path("name").asText())
                    .filter(
                            known ->
                                    known.at("/spec/controllerName")
                                            .asText()
                                            .equals(MultiCluster.CONTROLLER))
                    .isPresent()) {
                return true;
            }
        }
        return false;
    }

    private static Optional<JsonNode> found(
            Lookup lookup, String kind, String namespace, String name) {
        return Optional.ofNullable(lookup.object(Kueue.API_VERSION, kind, namespace, name));
    }
}
