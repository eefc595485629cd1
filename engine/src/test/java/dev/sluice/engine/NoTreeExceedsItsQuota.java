package dev.sluice.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.engine.spec.ClusterQueueSpec;
import dev.sluice.engine.spec.Quota;
import dev.sluice.engine.spec.ResourceGroup;
import java.util.List;
import java.util.Map;

/// Invariant, as long as no quota is cut: no queue uses more than nominal quota and borrowing limit together allow, and all
/// of them together no more than there is.
final class NoTreeExceedsItsQuota {

    private NoTreeExceedsItsQuota() {}

    static void check(Engine engine, List<ClusterQueueSpec> queues, long nominalOfAll) {
        long usedByAll = 0;
        for (ClusterQueueSpec queue : queues) {
            QueueCounts counts = engine.counts(queue.name());
            if (counts == null) {
                continue;
            }
            for (ResourceGroup group : queue.resourceGroups()) {
                group.quotasByFlavor()
                        .forEach((flavor, quotas) -> checkFlavor(counts, flavor, quotas));
            }
            for (Map<String, Long> amounts : counts.reserved().values()) {
                usedByAll += amounts.values().stream().mapToLong(Long::longValue).sum();
            }
        }
        assertThat(usedByAll).isLessThanOrEqualTo(nominalOfAll);
    }

    private static void checkFlavor(QueueCounts counts, String flavor, Map<String, Quota> quotas) {
        quotas.forEach(
                (resource, quota) -> {
                    Long limit = quota.borrowingLimit();
                    long used =
                            counts.reserved()
                                    .getOrDefault(flavor, Map.of())
                                    .getOrDefault(resource, 0L);
                    if (limit != null) {
                        assertThat(used).isLessThanOrEqualTo(quota.nominal() + limit);
                    }
                });
    }
}
