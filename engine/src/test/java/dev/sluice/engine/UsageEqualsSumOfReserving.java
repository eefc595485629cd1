package dev.sluice.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.engine.spec.ClusterQueueSpec;
import dev.sluice.engine.spec.Reservation;
import dev.sluice.engine.spec.WorkloadStatus;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Invariant: what a queue uses is the sum of what its workloads hold (R2.7).
public final class UsageEqualsSumOfReserving {

    private UsageEqualsSumOfReserving() {}

    public static void check(
            Engine engine, List<ClusterQueueSpec> queues, Collection<WorkloadStatus> statuses) {
        for (ClusterQueueSpec queue : queues) {
            Map<String, Map<String, Long>> sums = new TreeMap<>();
            for (WorkloadStatus status : statuses) {
                Reservation reservation = status.reservation();
                if (reservation != null && reservation.clusterQueue().equals(queue.name())) {
                    for (Reservation.PodSetReservation podSet : reservation.podSets()) {
                        podSet.flavors()
                                .forEach(
                                        (resource, flavor) ->
                                                sums.computeIfAbsent(flavor, _ -> new TreeMap<>())
                                                        .merge(
                                                                resource,
                                                                podSet.usage()
                                                                        .getOrDefault(resource, 0L),
                                                                Long::sum));
                    }
                }
            }
            QueueCounts counts = engine.counts(queue.name());
            assertThat(counts).isNotNull();
            Map<String, Map<String, Long>> used =
                    counts == null ? Map.of() : withoutZeros(counts.reserved());
            assertThat(used).as("usage of %s", queue.name()).isEqualTo(withoutZeros(sums));
        }
    }

    /// Amounts by flavor and resource, without those that are zero: an entry of nothing is the same as none.
    static Map<String, Map<String, Long>> withoutZeros(Map<String, Map<String, Long>> amounts) {
        Map<String, Map<String, Long>> positive = new TreeMap<>();
        amounts.forEach(
                (flavor, byResource) -> {
                    Map<String, Long> own = new TreeMap<>(byResource);
                    own.values().removeIf(amount -> amount == 0);
                    if (!own.isEmpty()) {
                        positive.put(flavor, own);
                    }
                });
        return positive;
    }
}
