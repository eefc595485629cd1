package dev.sluice.api.name;

/// Names of finalizers (A2, 2.1).
public final class Finalizers {
    /// ClusterQueues, ResourceFlavors, AdmissionChecks, Topologies, Workloads: something still needs the object.
    public static final String RESOURCE_IN_USE = "kueue.x-k8s.io/resource-in-use";

    /// Pods that the pod integration manages.
    public static final String MANAGED = "kueue.x-k8s.io/managed";

    private Finalizers() {}
}
