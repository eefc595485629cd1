package dev.sluice.controllers.job;

import dev.sluice.api.v1beta2.Admission;
import dev.sluice.api.v1beta2.PodSet;
import dev.sluice.api.v1beta2.PodSetAssignment;
import dev.sluice.api.v1beta2.Workload;
import dev.sluice.controllers.workload.Facts;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.PodSpec;
import java.util.List;
import java.util.Objects;

/// Whether a Workload still says what its job wants (L2.27). Labels, node selectors and affinity do not count (L2.28).
final class Equivalence {
    private Equivalence() {}

    /// @param podSets of the job as it is now
    /// @param running the job carries what the admission added
    static boolean holds(Workload workload, JobWants wants, List<PodSet> podSets, boolean running) {
        if (!exceptForCounts(workload, wants, podSets)) {
            return false;
        }
        for (int i = 0; i < podSets.size(); i++) {
            PodSet known = Facts.spec(workload).podSets().get(i);
            PodSet wanted = podSets.get(i);
            if (countOf(workload, known, i, running) != count(wanted)
                    || !Objects.equals(known.minCount(), wanted.minCount())) {
                return false;
            }
        }
        return true;
    }

    /// As above, whatever the numbers of pods.
    static boolean exceptForCounts(Workload workload, JobWants wants, List<PodSet> podSets) {
        var spec = Facts.spec(workload);
        if (!Objects.equals(spec.maximumExecutionTimeSeconds(), wants.maximumExecutionTimeSeconds())
                || spec.podSets().size() != podSets.size()) {
            return false;
        }
        for (int i = 0; i < podSets.size(); i++) {
            if (!samePods(spec.podSets().get(i), podSets.get(i), Facts.admitted(workload))) {
                return false;
            }
        }
        return true;
    }

    /// A running job has as many pods as were admitted.
    private static int countOf(Workload workload, PodSet known, int index, boolean running) {
        Admission admission = Facts.status(workload).admission();
        if (running && admission != null && index < admission.podSetAssignments().size()) {
            PodSetAssignment assignment = admission.podSetAssignments().get(index);
            if (assignment.count() != null) {
                return assignment.count();
            }
        }
        return count(known);
    }

    private static int count(PodSet podSet) {
        return podSet.count() == null ? 1 : podSet.count();
    }

    private static boolean samePods(PodSet known, PodSet wanted, boolean admitted) {
        PodSpec one = known.template().getSpec();
        PodSpec other = wanted.template().getSpec();
        return same(one.getContainers(), other.getContainers())
                && same(one.getInitContainers(), other.getInitContainers())
                && (admitted || one.getTolerations().equals(other.getTolerations()));
    }

    private static boolean same(List<Container> one, List<Container> other) {
        return one.equals(other) || PodDefaults.defaulted(one).equals(PodDefaults.defaulted(other));
    }
}
