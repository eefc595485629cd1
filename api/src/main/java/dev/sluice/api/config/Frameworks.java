package dev.sluice.api.config;

import java.util.Collection;
import java.util.Set;

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

    private static final String POD = "pod";
    private static final Set<String> QUEUED = Set.of("batch/job", POD);

    private Frameworks() {}

    /// Whether jobs of this framework are queued. Of Deployments the pods are, each on its own, where pods are.
    ///
    /// @param on all frameworks that are on
    public static boolean queued(String framework, Collection<String> on) {
        return QUEUED.contains(framework) || framework.equals("deployment") && on.contains(POD);
    }
}
