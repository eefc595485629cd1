package dev.sluice.api.config;

import static java.util.Map.entry;

import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/// Names of job integrations (A14, 14.4).
public final class Frameworks {
    /// The names that a configuration may use.
    public static final Set<String> KNOWN =
            Set.of(
                    "batch/job",
                    "kubeflow.org/mpijob",
                    "ray.io/rayjob",
                    "ray.io/rayservice",
                    "ray.io/raycluster",
                    "jobset.x-k8s.io/jobset",
                    "kubeflow.org/paddlejob",
                    "kubeflow.org/pytorchjob",
                    "kubeflow.org/tfjob",
                    "kubeflow.org/xgboostjob",
                    "kubeflow.org/jaxjob",
                    "trainer.kubeflow.org/trainjob",
                    "workload.codeflare.dev/appwrapper",
                    "sparkoperator.k8s.io/sparkapplication",
                    "pod",
                    "deployment",
                    "statefulset",
                    "leaderworkerset.x-k8s.io/leaderworkerset");

    /// Pods, each on its own or in groups.
    public static final String POD = "pod";

    /// Deployments: each of their pods on its own.
    public static final String DEPLOYMENT = "deployment";

    /// StatefulSets: all pods of one as a group.
    public static final String STATEFUL_SET = "statefulset";

    private static final Set<String> QUEUED = Set.of("batch/job", POD, DEPLOYMENT, STATEFUL_SET);

    private static final Map<String, String> KINDS =
            Map.ofEntries(
                    entry("batch/job", "Job.v1.batch"),
                    entry("kubeflow.org/mpijob", "MPIJob.v2beta1.kubeflow.org"),
                    entry("ray.io/rayjob", "RayJob.v1.ray.io"),
                    entry("ray.io/rayservice", "RayService.v1.ray.io"),
                    entry("ray.io/raycluster", "RayCluster.v1.ray.io"),
                    entry("jobset.x-k8s.io/jobset", "JobSet.v1alpha2.jobset.x-k8s.io"),
                    entry("kubeflow.org/paddlejob", "PaddleJob.v1.kubeflow.org"),
                    entry("kubeflow.org/pytorchjob", "PyTorchJob.v1.kubeflow.org"),
                    entry("kubeflow.org/tfjob", "TFJob.v1.kubeflow.org"),
                    entry("kubeflow.org/xgboostjob", "XGBoostJob.v1.kubeflow.org"),
                    entry("kubeflow.org/jaxjob", "JAXJob.v1.kubeflow.org"),
                    entry(
                            "trainer.kubeflow.org/trainjob",
                            "TrainJob.v1alpha1.trainer.kubeflow.org"),
                    entry(
                            "workload.codeflare.dev/appwrapper",
                            "AppWrapper.v1beta2.workload.codeflare.dev"),
                    entry(
                            "sparkoperator.k8s.io/sparkapplication",
                            "SparkApplication.v1beta2.sparkoperator.k8s.io"),
                    entry("statefulset", "StatefulSet.v1.apps"),
                    entry(
                            "leaderworkerset.x-k8s.io/leaderworkerset",
                            "LeaderWorkerSet.v1.leaderworkerset.x-k8s.io"));

    private Frameworks() {}

    /// The kind of jobs of a framework that can be sent to other clusters, as `Kind.version.group`. Pods have no group, and
    /// of Deployments the pods are sent.
    static Stream<String> kindOf(String framework) {
        return Stream.ofNullable(KINDS.get(framework));
    }

    /// Whether jobs of this framework are queued.
    public static boolean queued(String framework) {
        return QUEUED.contains(framework);
    }

    /// Whether some pods are queued: all that ask, or those of a kind whose pods are (L2.7).
    ///
    /// @param on all frameworks that are on
    public static boolean podsAreQueued(Collection<String> on) {
        return on.contains(POD) || on.contains(DEPLOYMENT) || on.contains(STATEFUL_SET);
    }
}
