package dev.sluice.conformance.lifecycle;

import java.util.List;
import java.util.stream.Stream;

/// Where the kinds of the scenarios are served.
///
/// @param group path of its API group and version
record Resource(String kind, String group, String plural, boolean namespaced) {
    /// The namespace of every scenario.
    static final String NAMESPACE = "ns";

    private static final String KUEUE = "/apis/kueue.x-k8s.io/v1beta2";

    /// The kinds that every checkpoint compares.
    static final List<Resource> COMPARED =
            List.of(
                    new Resource("Workload", KUEUE, "workloads", true),
                    new Resource("Job", "/apis/batch/v1", "jobs", true),
                    new Resource("Pod", "/api/v1", "pods", true),
                    new Resource("LocalQueue", KUEUE, "localqueues", true),
                    new Resource("Deployment", "/apis/apps/v1", "deployments", true),
                    new Resource("StatefulSet", "/apis/apps/v1", "statefulsets", true),
                    new Resource("ClusterQueue", KUEUE, "clusterqueues", false),
                    new Resource("ResourceFlavor", KUEUE, "resourceflavors", false),
                    new Resource("AdmissionCheck", KUEUE, "admissionchecks", false),
                    new Resource("WorkloadPriorityClass", KUEUE, "workloadpriorityclasses", false),
                    new Resource("Cohort", KUEUE, "cohorts", false));

    private static final List<Resource> OF_SEVERAL_CLUSTERS =
            List.of(
                    new Resource("MultiKueueConfig", KUEUE, "multikueueconfigs", false),
                    new Resource("MultiKueueCluster", KUEUE, "multikueueclusters", false));

    private static final List<Resource> OTHERS =
            List.of(
                    new Resource("Namespace", "/api/v1", "namespaces", false),
                    new Resource("Node", "/api/v1", "nodes", false),
                    new Resource("Event", "/api/v1", "events", true),
                    new Resource("Secret", "/api/v1", "secrets", true),
                    new Resource("Service", "/api/v1", "services", true),
                    new Resource("ConfigMap", "/api/v1", "configmaps", true),
                    new Resource("LimitRange", "/api/v1", "limitranges", true),
                    new Resource("ServiceAccount", "/api/v1", "serviceaccounts", true),
                    new Resource("ReplicaSet", "/apis/apps/v1", "replicasets", true),
                    new Resource(
                            "PriorityClass",
                            "/apis/scheduling.k8s.io/v1",
                            "priorityclasses",
                            false),
                    new Resource("RuntimeClass", "/apis/node.k8s.io/v1", "runtimeclasses", false),
                    new Resource("Topology", KUEUE, "topologies", false));

    /// The kinds that a checkpoint of a scenario with so many clusters compares.
    static List<Resource> compared(int clusters) {
        return clusters == 1
                ? COMPARED
                : Stream.of(COMPARED, OF_SEVERAL_CLUSTERS).flatMap(List::stream).toList();
    }

    static Resource of(String kind) {
        return Stream.of(COMPARED, OF_SEVERAL_CLUSTERS, OTHERS)
                .flatMap(List::stream)
                .filter(resource -> resource.kind.equals(kind))
                .findFirst()
                .orElseThrow(() -> new ScenarioFault("scenarios know no kind " + kind));
    }

    /// The path of the collection in the scenario's namespace.
    String collection() {
        return namespaced
                ? group + "/namespaces/" + NAMESPACE + "/" + plural
                : group + "/" + plural;
    }

    String one(String name) {
        return collection() + "/" + name;
    }
}
