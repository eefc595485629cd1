package dev.sluice.api.name;

/// Keys of annotations (A2, 2.5).
public final class Annotations {
    /// Jobs: an existing Workload to use.
    public static final String PREBUILT_WORKLOAD_NAME = "kueue.x-k8s.io/prebuilt-workload-name";

    /// Pods: the group.
    public static final String POD_GROUP_NAME = "kueue.x-k8s.io/pod-group-name";

    /// Pods: the size of the group.
    public static final String POD_GROUP_TOTAL_COUNT = "kueue.x-k8s.io/pod-group-total-count";

    /// Pods: `true` admits from the first runnable pod on.
    public static final String POD_GROUP_FAST_ADMISSION = "kueue.x-k8s.io/pod-group-fast-admission";

    /// Pods: `true` if the group never finishes by itself.
    public static final String POD_GROUP_SERVING = "kueue.x-k8s.io/pod-group-serving";

    /// Pods: a label whose value is the index.
    public static final String POD_GROUP_POD_INDEX_LABEL =
            "kueue.x-k8s.io/pod-group-pod-index-label";

    /// Pods: what tells the roles of a group apart.
    public static final String ROLE_HASH = "kueue.x-k8s.io/role-hash";

    /// Pods: `false` ends the whole group with the first failure.
    public static final String RETRIABLE_IN_GROUP = "kueue.x-k8s.io/retriable-in-group";

    /// Pods: the framework that manages their parent.
    public static final String POD_SUSPENDING_PARENT = "kueue.x-k8s.io/pod-suspending-parent";

    /// Workloads: `true` if built from a pod group.
    public static final String IS_GROUP_WORKLOAD = "kueue.x-k8s.io/is-group-workload";

    /// Jobs, pods, Workloads: who holds them back from the queue (A7, 7.9).
    public static final String ADMISSION_GATED_BY = "kueue.x-k8s.io/admission-gated-by";

    /// Jobs: who holds them back from the queue, in the words of KEP-6915.
    public static final String SCHEDULING_GATED_BY = "kueue.x-k8s.io/scheduling-gated-by";

    /// Workloads of jobs that were held: when the job was created, in RFC 3339. It orders what is released in the same
    /// second.
    public static final String JOB_CREATION_TIME = "sluice.dev/job-creation-time";

    /// Jobs, Workloads: `true` if they may not evict others to be admitted (KEP-8729).
    public static final String CANNOT_PREEMPT = "kueue.x-k8s.io/cannot-preempt";

    /// Jobs, Workloads: `true` if they may not borrow to be admitted (KEP-8729).
    public static final String CANNOT_BORROW = "kueue.x-k8s.io/cannot-borrow";

    /// Jobs, Workloads: `true` if it may be scaled by slices.
    public static final String ELASTIC_JOB = "kueue.x-k8s.io/elastic-job";

    /// Workloads, pods: the first slice of the chain.
    public static final String WORKLOAD_SLICE_NAME = "kueue.x-k8s.io/workload-slice-name";

    /// Workloads: namespace/name of the slice that this one replaces.
    public static final String WORKLOAD_SLICE_REPLACEMENT_FOR =
            "kueue.x-k8s.io/workload-slice-replacement-for";

    /// Pod templates and pods: the admitted Workload.
    public static final String WORKLOAD = "kueue.x-k8s.io/workload";

    /// Jobs: the least parallelism that is enough.
    public static final String JOB_MIN_PARALLELISM = "kueue.x-k8s.io/job-min-parallelism";

    /// Jobs: completions follow the parallelism.
    public static final String JOB_COMPLETIONS_EQUAL_PARALLELISM =
            "kueue.x-k8s.io/job-completions-equal-parallelism";

    /// Jobs: `true` while they are being stopped.
    public static final String STOPPING = "kueue.x-k8s.io/stopping";

    /// Workloads: added to the priority.
    public static final String PRIORITY_BOOST = "kueue.x-k8s.io/priority-boost";

    /// Workloads: flavors that a variant may use.
    public static final String WORKLOAD_ALLOWED_RESOURCE_FLAVORS =
            "kueue.x-k8s.io/workload-allowed-resource-flavors";

    /// Workloads of jobs with several: kind of the owner.
    public static final String JOB_OWNER_GVK = "kueue.x-k8s.io/job-owner-gvk";

    /// Workloads of jobs with several: name of the owner.
    public static final String JOB_OWNER_NAME = "kueue.x-k8s.io/job-owner-name";

    /// Workloads of jobs with several: the index.
    public static final String COMPONENT_WORKLOAD_INDEX = "kueue.x-k8s.io/component-workload-index";

    /// Remote objects: UID of the manager's object.
    public static final String MULTIKUEUE_ORIGIN_UID = "kueue.x-k8s.io/multikueue-origin-uid";

    /// Pods: `true` allows to remove them when stuck.
    public static final String SAFE_TO_FORCEFULLY_DELETE =
            "kueue.x-k8s.io/safe-to-forcefully-delete";

    /// Jobs and Workloads: beginning of the keys that go to a ProvisioningRequest.
    public static final String PROVISIONING_REQUEST_PREFIX = "provreq.kueue.x-k8s.io/";

    private Annotations() {}
}
