package dev.sluice.engine.world;

import dev.sluice.engine.quota.QuotaForest;
import dev.sluice.engine.quota.Usage;
import dev.sluice.model.Amounts;
import java.util.Collection;
import java.util.function.Predicate;

/// Counts usage anew where a sum has reached the greatest number and lost what it was made of (R1.4).
final class Recount {

    private Recount() {}

    /// Whether a sum with the workload's usage is saturated, so that taking it out needs a recount.
    static boolean isDue(ClusterQueue queue, LocalQueue localQueue, Usage usage) {
        for (int i = 0; i < usage.size(); i++) {
            int fr = usage.frAt(i);
            if (QuotaForest.isSaturated(queue.node(), fr)
                    || localQueue.reserved.get(fr) >= Amounts.UNLIMITED - 1) {
                return true;
            }
        }
        return false;
    }

    /// Counts the pairs of a usage anew for a queue and one of its LocalQueues.
    static void run(QuotaForest forest, ClusterQueue queue, LocalQueue localQueue, Usage usage) {
        for (int i = 0; i < usage.size(); i++) {
            int fr = usage.frAt(i);
            forest.recounted(queue.node(), fr, queue.reservedUsage(fr));
            queue.used.set(fr, sum(queue.reserving(), fr, Recount::isAdmitted));
            localQueue.reserved.set(fr, sum(localQueue.workloads, fr, Recount::isReserving));
            localQueue.used.set(fr, sum(localQueue.workloads, fr, Recount::isAdmitted));
        }
    }

    private static boolean isReserving(Workload workload) {
        return workload.reservedIn != null;
    }

    private static boolean isAdmitted(Workload workload) {
        var reservation = workload.status().reservation();
        return isReserving(workload) && reservation != null && reservation.admitted();
    }

    private static long sum(Collection<Workload> workloads, int fr, Predicate<Workload> counts) {
        long sum = 0;
        for (Workload workload : workloads) {
            sum = counts.test(workload) ? Amounts.plus(sum, workload.usage().get(fr)) : sum;
        }
        return sum;
    }
}
