package dev.sluice.controllers.serving;

import dev.sluice.api.name.Annotations;
import dev.sluice.api.name.Labels;
import dev.sluice.controllers.job.JobWants;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import java.util.Objects;

/// What a StatefulSet says about itself, as far as queues are concerned.
final class SetFacts {
    private static final String REVISION = "controller-revision-hash";
    static final String POD_INDEX = "apps.kubernetes.io/pod-index";

    private SetFacts() {}

    static int replicas(StatefulSet set) {
        return Objects.requireNonNullElse(set.getSpec().getReplicas(), 1);
    }

    /// Whether its pods come all at once.
    static boolean parallel(StatefulSet set) {
        return "Parallel".equals(set.getSpec().getPodManagementPolicy());
    }

    /// Whether another cluster's manager has made it, and will make its Workload.
    static boolean remote(StatefulSet set) {
        return !JobWants.label(set, Labels.MULTIKUEUE_ORIGIN).isEmpty();
    }

    /// The UID that its Workload is named after: that of the manager's object where there is one (L3.67).
    static String nameUid(StatefulSet set) {
        String origin = JobWants.annotation(set, Annotations.MULTIKUEUE_ORIGIN_UID);
        return origin.isEmpty() ? set.getMetadata().getUid() : origin;
    }

    /// Whether a rollout is to replace this pod, and it would come back with the new template (L3.66).
    static boolean outdated(StatefulSet set, Pod pod) {
        var status = set.getStatus();
        String revision = JobWants.label(pod, REVISION);
        return status != null
                && !revision.isEmpty()
                && revision.equals(status.getCurrentRevision())
                && status.getUpdateRevision() != null
                && !revision.equals(status.getUpdateRevision())
                && rolls(set)
                && index(pod) >= firstIndex(set) + partition(set);
    }

    private static boolean rolls(StatefulSet set) {
        var strategy = set.getSpec().getUpdateStrategy();
        return strategy == null || !"OnDelete".equals(strategy.getType());
    }

    private static int partition(StatefulSet set) {
        var strategy = set.getSpec().getUpdateStrategy();
        return strategy == null || strategy.getRollingUpdate() == null
                ? 0
                : Objects.requireNonNullElse(strategy.getRollingUpdate().getPartition(), 0);
    }

    private static int firstIndex(StatefulSet set) {
        return set.getSpec().getOrdinals() == null
                ? 0
                : Objects.requireNonNullElse(set.getSpec().getOrdinals().getStart(), 0);
    }

    /// -1 when there is none to read.
    private static int index(Pod pod) {
        try {
            return Integer.parseInt(JobWants.label(pod, POD_INDEX));
        } catch (NumberFormatException none) {
            return -1;
        }
    }
}
