package dev.sluice.api.name;

/// Keys of labels (A2, 2.4).
public final class Labels {
    /// Jobs, pods and serving objects: the LocalQueue.
    public static final String QUEUE_NAME = "kueue.x-k8s.io/queue-name";

    /// Jobs, pods: the WorkloadPriorityClass.
    public static final String PRIORITY_CLASS = "kueue.x-k8s.io/priority-class";

    /// Jobs: maximum execution time in seconds.
    public static final String MAX_EXEC_TIME_SECONDS = "kueue.x-k8s.io/max-exec-time-seconds";

    /// Jobs: an existing Workload to use.
    public static final String PREBUILT_WORKLOAD_NAME = "kueue.x-k8s.io/prebuilt-workload-name";

    /// Workloads: UID of the owner.
    public static final String JOB_UID = "kueue.x-k8s.io/job-uid";

    /// Pods: `true` on those that the pod integration manages.
    public static final String MANAGED = "kueue.x-k8s.io/managed";

    /// Pods: the group.
    public static final String POD_GROUP_NAME = "kueue.x-k8s.io/pod-group-name";

    /// Pods: the index in the group.
    public static final String POD_GROUP_POD_INDEX = "kueue.x-k8s.io/pod-group-pod-index";

    /// Pod templates and pods: the pod set, from start to stop.
    public static final String PODSET = "kueue.x-k8s.io/podset";

    /// Pods of admitted workloads: the ClusterQueue.
    public static final String CLUSTER_QUEUE_NAME = "kueue.x-k8s.io/cluster-queue-name";

    /// Pods of admitted workloads: the LocalQueue.
    public static final String LOCAL_QUEUE_NAME = "kueue.x-k8s.io/local-queue-name";

    /// Remote objects: the manager's origin.
    public static final String MULTIKUEUE_ORIGIN = "kueue.x-k8s.io/multikueue-origin";

    /// Pods on workers: `true` if their workload came from a manager.
    public static final String MULTIKUEUE_WORKER_WORKLOAD_POD =
            "kueue.x-k8s.io/multikueue-worker-workload-pod";

    /// Workloads: `true` on the parent of variants.
    public static final String CONCURRENT_ADMISSION_PARENT =
            "kueue.x-k8s.io/concurrent-admission-parent";

    private Labels() {}
}
