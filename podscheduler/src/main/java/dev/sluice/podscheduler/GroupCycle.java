package dev.sluice.podscheduler;

import dev.sluice.podscheduler.Decision.Together.Outcome;
import dev.sluice.podscheduler.cluster.ClusterState;
import dev.sluice.podscheduler.cluster.Pod;
import dev.sluice.podscheduler.cluster.PodGroup;
import dev.sluice.podscheduler.cycle.Placement;
import dev.sluice.podscheduler.cycle.SchedulingCycle;
import dev.sluice.podscheduler.framework.Diagnosis;
import dev.sluice.podscheduler.plugins.GangScheduling;
import dev.sluice.podscheduler.queue.QueuedGroup;
import dev.sluice.podscheduler.queue.QueuedPod;
import dev.sluice.podscheduler.queue.SchedulingQueue;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Tries the waiting pods of one group together (S4.164): one after the other counts on its node for the sake of the next, and if not
/// enough of them find one, none keeps its place.
record GroupCycle(
        ClusterState cluster, SchedulingQueue queue, Promises promises, Bindings bindings) {

    /// @param cycle of the profile of its pods
    /// @param begin of the attempt, on the stopwatch
    Decision.Together run(
            QueuedGroup group,
            SchedulingCycle cycle,
            Set<String> filters,
            long begin,
            Instant now) {
        List<Decision> decisions = new ArrayList<>();
        List<QueuedPod> members = group.members();
        Course course = course(group, members, pod -> cycle.place(pod, cluster));
        if (course.isEnough()) {
            course.placed()
                    .forEach(
                            (member, placed) ->
                                    decisions.add(bindings.assume(member, placed, begin, now)));
            queue.left(group, now);
            return new Decision.Together(group.key(), Outcome.PLACED, decisions);
        }
        course.placed().keySet().forEach(member -> cluster.remove(member.pod().uid()));
        members.forEach(member -> promises.withdraw(member.pod().uid(), now));
        putBack(group, course, filters, now);
        members.forEach(member -> decisions.add(refusal(member, course, begin)));
        return new Decision.Together(group.key(), course.outcome(), decisions);
    }

    /// How far one attempt came.
    ///
    /// @param minCount so many pods of the group need a node
    /// @param before so many had one before
    private record Course(
            int minCount,
            int before,
            int members,
            Map<QueuedPod, Placement.Placed> placed,
            Map<QueuedPod, Placement.Refused> refused,
            Map<QueuedPod, Placement.Broken> broken) {

        boolean isEnough() {
            return !placed.isEmpty() && scheduled() >= minCount;
        }

        /// Whether even all that were not tried yet are too few.
        boolean isHopeless() {
            return scheduled() + remaining() < minCount;
        }

        private int scheduled() {
            return before + placed.size();
        }

        private int remaining() {
            return members - placed.size() - refused.size() - broken.size();
        }

        String message() {
            return "minCount (%d) cannot be satisfied: %d scheduled, %d remaining"
                    .formatted(minCount, scheduled(), remaining());
        }

        /// The whole group's fate: its count, and what the first pod without a node says. A group that has started stays so, whoever
        /// of it still waits (S4.161).
        Outcome outcome() {
            if (before > 0 && before >= minCount) {
                return Outcome.PLACED;
            }
            String count = isHopeless() ? message() + "; " : "";
            if (!broken.isEmpty()) {
                var first = broken.entrySet().iterator().next();
                return new Outcome(
                        "SchedulerError",
                        count + first.getKey().pod().name() + ": " + first.getValue().message());
            }
            var first = refused.entrySet().iterator().next();
            return new Outcome(
                    "Unschedulable",
                    count + first.getKey().pod().name() + ": " + first.getValue().message());
        }
    }

    /// What an attempt would come to.
    ///
    /// @return null when the group would be placed
    @Nullable Outcome preview(QueuedGroup group, SchedulingCycle cycle) {
        Course course = course(group, group.members(), pod -> cycle.preview(pod, cluster));
        course.placed().keySet().forEach(member -> cluster.remove(member.pod().uid()));
        return course.isEnough() || course.outcome().isPlaced() ? null : course.outcome();
    }

    private Course course(
            QueuedGroup group, List<QueuedPod> members, Function<Pod, Placement> attempt) {
        PodGroup known = cluster.groups().get(group.key());
        int before =
                (int)
                        cluster.groups().pods(group.key()).stream()
                                .filter(uid -> cluster.nodeOf(uid) != null)
                                .count();
        Course course =
                new Course(
                        known == null ? 0 : known.minCount(),
                        before,
                        members.size(),
                        new LinkedHashMap<>(),
                        new LinkedHashMap<>(),
                        new LinkedHashMap<>());
        for (QueuedPod member : members) {
            Pod pod = member.pod();
            switch (attempt.apply(pod)) {
                case Placement.Placed placed -> {
                    course.placed.put(member, placed);
                    cluster.place(pod.on(placed.node().name()), placed.node().name());
                }
                case Placement.Refused refused -> course.refused.put(member, refused);
                case Placement.Broken broken -> course.broken.put(member, broken);
            }
            if (course.isHopeless()) {
                break;
            }
        }
        return course;
    }

    /// The group waits for what may help any of its pods. A pod that had found a node stands in the way of those that had not, so what
    /// opens another node to it may help too, whichever plugin keeps it from there.
    private void putBack(QueuedGroup group, Course course, Set<String> filters, Instant now) {
        Set<String> plugins = new LinkedHashSet<>();
        List<Pod> blockers = new ArrayList<>();
        course.refused.forEach(
                (member, refused) -> {
                    blockers.add(member.pod());
                    if (refused.diagnosis() != null) {
                        plugins.addAll(refused.diagnosis().plugins());
                    }
                });
        if (!course.broken.isEmpty() || plugins.isEmpty()) {
            queue.broken(group, now);
            return;
        }
        Pod first = blockers.getFirst();
        for (QueuedPod member : course.placed.keySet()) {
            if (!alike(member.pod(), first)) {
                blockers.add(member.pod());
                plugins.addAll(filters);
            }
        }
        plugins.add(GangScheduling.NAME);
        queue.refused(group, plugins, blockers, now);
    }

    /// Whether two pods find the same nodes.
    private static boolean alike(Pod a, Pod b) {
        return a.shape().equals(b.shape())
                && a.relations().equals(b.relations())
                && a.labels().equals(b.labels())
                && a.priority() == b.priority();
    }

    private Decision refusal(QueuedPod member, Course course, long begin) {
        Placement.Broken broken = course.broken.get(member);
        if (broken != null) {
            return bindings.fail(member, broken.message(), begin);
        }
        Placement.Refused refused = course.refused.get(member);
        return bindings.refuse(member, refused == null ? asGroup(course) : refused, begin);
    }

    /// Of a pod that could have had a node, or was not tried.
    private Placement.Refused asGroup(Course course) {
        return new Placement.Refused(
                new Diagnosis(
                        cluster.nodes().size(),
                        List.of(),
                        null,
                        course.message(),
                        Set.of(GangScheduling.NAME)),
                null,
                _ -> null);
    }
}
