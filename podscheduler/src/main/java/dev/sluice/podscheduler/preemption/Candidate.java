package dev.sluice.podscheduler.preemption;

import dev.sluice.podscheduler.cluster.NodeState;
import dev.sluice.podscheduler.cluster.Pod;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;

/// A node on which the pod would fit if its victims were gone. What candidates are compared by is worked out once.
public final class Candidate {
    private static final long PRIORITY_SHIFT = 1L << 31;

    /// Best first, by S4.126; candidates that compare as equal are equally good.
    public static final Comparator<Candidate> BEST_FIRST =
            Comparator.comparing((Candidate candidate) -> !candidate.victims.isEmpty())
                    .thenComparingInt(candidate -> candidate.violations)
                    .thenComparingLong(candidate -> candidate.highestPriority)
                    .thenComparingLong(candidate -> candidate.prioritySum)
                    .thenComparingInt(candidate -> candidate.victims.size())
                    .thenComparing(candidate -> candidate.earliestStart, Comparator.reverseOrder());

    private final NodeState node;
    private final List<Pod> victims;
    private final int violations;
    private final long highestPriority;
    private final long prioritySum;

    /// When the first of its most important victims began to run; the later the better, since less work is lost.
    private final Instant earliestStart;

    /// @param victims most important first
    /// @param violations how many of them break a disruption budget
    public Candidate(NodeState node, List<Pod> victims, int violations) {
        this.node = node;
        this.victims = List.copyOf(victims);
        this.violations = violations;
        long sum = 0;
        long highest = victims.isEmpty() ? Long.MIN_VALUE : victims.getFirst().priority();
        Instant earliest = Instant.MAX;
        for (Pod victim : victims) {
            sum += victim.priority() + PRIORITY_SHIFT;
            Instant start = Importance.start(victim);
            if (victim.priority() == highest && start.isBefore(earliest)) {
                earliest = start;
            }
        }
        this.prioritySum = sum;
        this.highestPriority = highest;
        this.earliestStart = earliest;
    }

    public NodeState node() {
        return node;
    }

    public List<Pod> victims() {
        return victims;
    }

    public int violations() {
        return violations;
    }
}
