package dev.sluice.controllers.pod;

import dev.sluice.api.name.Annotations;
import dev.sluice.api.name.Labels;
import dev.sluice.api.v1beta2.PodSet;
import dev.sluice.controllers.job.JobWants;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Whether the pods of a group are a whole, and what its Workload then asks for (L3.26, L3.28). Pure.
sealed interface Composition {
    int ROLES_MAX = 18;

    /// @param pods those that the group is made of
    /// @param excess more than it is to have
    record Whole(List<PodSet> podSets, List<Pod> pods, List<Pod> excess) implements Composition {}

    /// Not before a pod changes.
    record Not(String why) implements Composition {}

    /// @param sameLabels keys whose values the pods must share (L3.29)
    /// @param topologyAware the gate TopologyAwareScheduling is on
    static Composition of(PodJob group, List<String> sameLabels, boolean topologyAware) {
        Integer total = group.total();
        if (total == null) {
            return new Not(
                    "'%s' group has no valid %s: %s has \"%s\", expected a positive number"
                            .formatted(
                                    group.group(),
                                    Annotations.POD_GROUP_TOTAL_COUNT,
                                    PodFacts.name(group.first()),
                                    total(group.first())));
        }
        List<Pod> runnable =
                group.pods().stream()
                        .filter(Composition::runnable)
                        .sorted(Members.LEAST_DISPENSABLE_FIRST)
                        .toList();
        if (runnable.isEmpty() || !group.fast() && runnable.size() < total) {
            return new Not("'" + group.group() + "' group has fewer runnable pods than expected");
        }
        String difference = difference(group, sameLabels);
        if (difference != null) {
            return new Not(difference);
        }
        int present = Math.min(total, runnable.size());
        List<Pod> pods =
                runnable.subList(0, present).stream().sorted(PodFacts.OLDEST_FIRST).toList();
        List<PodSet> podSets = podSets(group, pods, total, topologyAware);
        return podSets.size() > ROLES_MAX
                ? new Not("pod group can't include more than " + ROLES_MAX + " roles")
                : new Whole(podSets, pods, runnable.subList(present, runnable.size()));
    }

    /// That its pods say different numbers of pods, and which.
    static Optional<String> totals(PodJob group) {
        Map<String, List<String>> namesByTotal = new LinkedHashMap<>();
        for (Pod pod : group.pods()) {
            if (!PodFacts.failed(pod)) {
                namesByTotal
                        .computeIfAbsent(total(pod), _ -> new ArrayList<>())
                        .add(PodFacts.name(pod));
            }
        }
        return namesByTotal.size() < 2
                ? Optional.empty()
                : Optional.of(
                        "its pods differ in %s: %s"
                                .formatted(
                                        Annotations.POD_GROUP_TOTAL_COUNT,
                                        namesByTotal.entrySet().stream()
                                                .map(
                                                        entry ->
                                                                "\"%s\" says %s"
                                                                        .formatted(
                                                                                entry.getKey(),
                                                                                String.join(
                                                                                        ", ",
                                                                                        entry
                                                                                                .getValue())))
                                                .collect(Collectors.joining("; "))));
    }

    /// That it has fewer pods than it is to have, and who does not count.
    static Optional<String> fewer(PodJob group) {
        Integer total = group.total();
        long present = group.pods().stream().filter(Composition::runnable).count();
        if (total == null || present >= (group.fast() ? 1 : total)) {
            return Optional.empty();
        }
        String gone = gone(group);
        return Optional.of(
                "%d of %d pods are there%s"
                        .formatted(present, total, gone.isEmpty() ? "" : "; " + gone));
    }

    /// Which pods count for nothing, and why; empty when all do.
    static String gone(PodJob group) {
        return group.pods().stream()
                .filter(pod -> !runnable(pod))
                .map(
                        pod ->
                                "pod %s %s"
                                        .formatted(
                                                PodFacts.name(pod),
                                                PodFacts.failed(pod)
                                                        ? "has failed"
                                                        : "is being deleted"))
                .collect(Collectors.joining(", "));
    }

    /// Whether it runs, can, or has done its part. A pod that is being deleted does not: the group waits for another one.
    static boolean runnable(Pod pod) {
        return !PodFacts.failed(pod) && (!PodFacts.deleting(pod) || PodFacts.succeeded(pod));
    }

    private static List<PodSet> podSets(
            PodJob group, List<Pod> pods, int total, boolean topologyAware) {
        if (group.fast()) {
            Pod first = pods.getFirst();
            return List.of(PodTemplate.podSet(group.role(first), total, first, topologyAware));
        }
        Map<String, List<Pod>> byRole =
                pods.stream()
                        .collect(
                                Collectors.groupingBy(
                                        group::role, TreeMap::new, Collectors.toList()));
        List<PodSet> podSets = new ArrayList<>();
        byRole.forEach(
                (role, here) ->
                        podSets.add(
                                PodTemplate.podSet(
                                        role, here.size(), here.getFirst(), topologyAware)));
        return podSets;
    }

    /// What the pods must agree in and do not.
    private static @Nullable String difference(PodJob group, List<String> sameLabels) {
        List<Pod> alive = group.pods().stream().filter(pod -> !PodFacts.failed(pod)).toList();
        String queues =
                difference(alive, "queue names: ", pod -> JobWants.label(pod, Labels.QUEUE_NAME));
        if (queues != null) {
            return queues;
        }
        String totals =
                difference(
                        alive,
                        "'" + Annotations.POD_GROUP_TOTAL_COUNT + "' values: ",
                        Composition::total);
        if (totals != null) {
            return totals;
        }
        return sameLabels.stream()
                        .allMatch(
                                key ->
                                        difference(alive, "", pod -> JobWants.label(pod, key))
                                                == null)
                ? null
                : "constructing workload: pods have different label values";
    }

    private static @Nullable String difference(
            List<Pod> pods, String what, Function<Pod, String> value) {
        Pod first = pods.getFirst();
        String expected = value.apply(first);
        for (Pod pod : pods) {
            String found = value.apply(pod);
            if (!found.equals(expected)) {
                return "pods '%s' and '%s' has different %s%s!=%s"
                        .formatted(PodFacts.name(first), PodFacts.name(pod), what, expected, found);
            }
        }
        return null;
    }

    private static String total(Pod pod) {
        return JobWants.annotation(pod, Annotations.POD_GROUP_TOTAL_COUNT);
    }
}
