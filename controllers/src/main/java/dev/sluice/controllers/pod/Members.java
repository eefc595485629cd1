package dev.sluice.controllers.pod;

import dev.sluice.api.v1beta2.PodSet;
import dev.sluice.api.v1beta2.Workload;
import dev.sluice.controllers.workload.Facts;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/// Which pods of a group its Workload counts on (L3.30). Pure.
///
/// @param kept those that it counts on: active ones, and one that is not for each that has yet to be replaced
/// @param excess active ones beyond what it asks for
/// @param replaced inactive ones in whose place others have come
/// @param absent how many are to be replaced
/// @param fitting whether there are pods, and none of a role that the Workload does not know
record Members(List<Pod> kept, List<Pod> excess, List<Pod> replaced, int absent, boolean fitting) {

    /// The first is kept (L3.27).
    static final Comparator<Pod> LEAST_DISPENSABLE_FIRST =
            Comparator.comparing((Pod pod) -> !PodFacts.hasFinalizer(pod))
                    .thenComparing(PodFacts::gated)
                    .thenComparing(PodFacts.OLDEST_FIRST);

    private static final Comparator<Pod> LAST_ACTIVE_FIRST =
            Comparator.comparing((Pod pod) -> !PodFacts.hasFinalizer(pod))
                    .thenComparing(PodFacts::activeUntil, Comparator.reverseOrder())
                    .thenComparing(PodFacts.OLDEST_FIRST);

    /// @param held the group holds quota for what it runs: a pod that terminates is one of it until it is over. Otherwise it
    ///     counts for nothing: a group is not admitted again with pods that are going
    static Members of(PodJob job, Workload workload, boolean held) {
        return of(
                job,
                workload,
                pod ->
                        Composition.runnable(pod)
                                || held && !PodFacts.failed(pod) && PodFacts.bound(pod));
    }

    private static Members of(PodJob job, Workload workload, Predicate<Pod> active) {
        Map<String, List<Pod>> byRole =
                job.pods().stream().collect(Collectors.groupingBy(job::role));
        List<Pod> kept = new ArrayList<>();
        List<Pod> excess = new ArrayList<>();
        List<Pod> replaced = new ArrayList<>();
        int absent = 0;
        for (PodSet podSet : Facts.spec(workload).podSets()) {
            List<Pod> here = byRole.remove(podSet.name());
            List<Pod> all = here == null ? List.of() : here;
            int count = podSet.count() == null ? 1 : podSet.count();
            List<Pod> running =
                    all.stream().filter(active).sorted(LEAST_DISPENSABLE_FIRST).toList();
            List<Pod> gone =
                    all.stream().filter(active.negate()).sorted(LAST_ACTIVE_FIRST).toList();
            int present = Math.min(count, running.size());
            int awaited = Math.min(count - present, gone.size());
            kept.addAll(running.subList(0, present));
            running.stream()
                    .skip(present)
                    .filter(pod -> !PodFacts.deleting(pod))
                    .forEach(excess::add);
            kept.addAll(gone.subList(0, awaited));
            replaced.addAll(gone.subList(awaited, gone.size()));
            absent += job.fast() ? (present == 0 ? 1 : 0) : count - present;
        }
        boolean strangers = false;
        for (List<Pod> unknown : byRole.values()) {
            strangers |= unknown.stream().anyMatch(active);
            unknown.stream().filter(active.negate()).forEach(replaced::add);
        }
        return new Members(kept, excess, replaced, absent, !kept.isEmpty() && !strangers);
    }
}
