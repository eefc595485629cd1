package dev.sluice.podscheduler.preemption;

import dev.sluice.podscheduler.cluster.NodeState;
import dev.sluice.podscheduler.cluster.Pod;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;

/// A node on which the pod would fit if its victims were gone.
///
/// @param victims most important first
/// @param violations how many of them break a disruption budget
public record Candidate(NodeState node, List<Pod> victims, int violations) {
    private static final long PRIORITY_SHIFT = 1L << 31;

    /// Best first, by S4.126; candidates that compare as equal are equally good.
    public static final Comparator<Candidate> BEST_FIRST =
            Comparator.comparing((Candidate candidate) -> !candidate.victims().isEmpty())
                    .thenComparingInt(Candidate::violations)
                    .thenComparingLong(Candidate::highestPriority)
                    .thenComparingLong(Candidate::prioritySum)
                    .thenComparingInt(candidate -> candidate.victims().size())
                    .thenComparing(Candidate::earliestStart, Comparator.reverseOrder());

    public Candidate {
        victims = List.copyOf(victims);
    }

    private long highestPriority() {
        return victims.isEmpty() ? Long.MIN_VALUE : victims.getFirst().priority();
    }

    private long prioritySum() {
        return victims.stream().mapToLong(victim -> victim.priority() + PRIORITY_SHIFT).sum();
    }

    /// When the first of its most important victims began to run; the later the better, since less work is lost.
    private Instant earliestStart() {
        return victims.stream()
                .filter(victim -> victim.priority() == highestPriority())
                .map(Importance::start)
                .min(Comparator.naturalOrder())
                .orElse(Instant.MAX);
    }
}
