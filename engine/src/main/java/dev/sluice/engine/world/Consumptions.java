package dev.sluice.engine.world;

import dev.sluice.engine.quota.NameIndex;
import dev.sluice.engine.quota.Usage;
import dev.sluice.engine.sharing.Consumption;
import dev.sluice.engine.spec.EngineSettings.AdmissionFairSharing;
import dev.sluice.engine.spec.LocalQueueKey;
import dev.sluice.engine.spec.LocalQueueSpec;
import dev.sluice.model.Amounts;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Admission fair sharing: which LocalQueues have a ledger, when it is sampled, and what that does to the queue order.
final class Consumptions {

    private final World world;

    /// At most one for each LocalQueue and time, also when it was deleted and made anew.
    private final TreeSet<Sample> samples = new TreeSet<>();

    private record Sample(Instant due, LocalQueueKey key) implements Comparable<Sample> {
        @Override
        public int compareTo(Sample other) {
            int byTime = due.compareTo(other.due);
            return byTime != 0 ? byTime : key.compareTo(other.key);
        }
    }

    Consumptions(World world) {
        this.world = world;
    }

    /// Opens the ledger of a LocalQueue. Every LocalQueue has one, whether its ClusterQueue orders by usage or not.
    void open(LocalQueue localQueue) {
        AdmissionFairSharing settings = world.settings().admissionFairSharing();
        LocalQueueSpec spec = localQueue.spec();
        if (settings == null || spec == null) {
            return;
        }
        if (localQueue.consumption == null) {
            Map<String, BigDecimal> seed = spec.consumed();
            Consumption consumption =
                    new Consumption(settings, seed == null ? Map.of() : seed, world.now());
            localQueue.consumption = consumption;
            samples.add(new Sample(consumption.due(), spec.key()));
        }
        publish(localQueue);
    }

    /// The time becomes known. Ledgers that were opened before count from now on: nothing fades for the time that the engine
    /// was not told.
    void begin(Instant now) {
        List<Sample> opened = List.copyOf(samples);
        samples.clear();
        for (Sample sample : opened) {
            LocalQueue localQueue = world.localQueue(sample.key);
            if (localQueue != null && localQueue.consumption != null) {
                localQueue.consumption.begin(now);
                samples.add(new Sample(localQueue.consumption.due(), sample.key));
            }
        }
    }

    private @Nullable Sample first() {
        return samples.isEmpty() ? null : samples.first();
    }

    /// Takes the samples that are due. Each is taken at its own time.
    void sample() {
        Sample next = first();
        while (next != null && !next.due.isAfter(world.now())) {
            samples.remove(next);
            LocalQueue localQueue = world.localQueue(next.key);
            Consumption consumption = localQueue == null ? null : localQueue.consumption;
            if (localQueue != null && consumption != null) {
                if (!consumption.due().isAfter(world.now())) {
                    consumption.sample(present(localQueue), consumption.due());
                    publish(localQueue);
                }
                samples.add(new Sample(consumption.due(), next.key));
            }
            next = first();
        }
    }

    /// When the next sample is due, or null.
    @Nullable Instant nextDue() {
        Sample next = first();
        return next == null ? null : next.due;
    }

    /// A workload gets its first reservation (R7.26).
    void penalize(Workload workload, ClusterQueue queue) {
        LocalQueue localQueue = workload.localQueue;
        Consumption consumption = localQueue == null ? null : localQueue.consumption;
        if (localQueue == null || consumption == null || !queue.ordersByUsage()) {
            return;
        }
        Map<String, BigDecimal> requests = new HashMap<>();
        for (PodSet podSet : workload.podSets()) {
            for (int i = 0; i < podSet.resources().length; i++) {
                int resource = podSet.resources()[i];
                if (!world.settings().ignoreUndeclared() || queue.groupOf(resource) != null) {
                    String name = world.names().resourceName(resource);
                    requests.merge(name, natural(name, podSet.totals()[i]), BigDecimal::add);
                }
            }
        }
        consumption.penalize(workload.key(), requests);
        publish(localQueue);
    }

    /// A workload is admitted (R7.27).
    void settle(Workload workload) {
        LocalQueue localQueue = workload.localQueue;
        Consumption consumption = localQueue == null ? null : localQueue.consumption;
        if (localQueue != null
                && consumption != null
                && consumption.settle(workload.key(), present(localQueue), world.now())) {
            publish(localQueue);
        }
    }

    /// A workload does without its reservation, or leaves the LocalQueue (R7.27).
    void drop(Workload workload) {
        LocalQueue localQueue = workload.localQueue;
        if (localQueue != null
                && localQueue.consumption != null
                && localQueue.consumption.drop(workload.key())) {
            publish(localQueue);
        }
    }

    private void publish(LocalQueue localQueue) {
        LocalQueueSpec spec = localQueue.spec();
        Consumption consumption = localQueue.consumption;
        if (spec == null || consumption == null) {
            return;
        }
        localQueue.setUsage(consumption.usage(spec.fairWeight()));
        ClusterQueue queue = world.queue(spec.clusterQueue());
        if (queue != null) {
            queue.pending().usageChanged();
            world.noteNews();
        }
    }

    /// Present usage by admitted workloads, summed over flavors.
    private Map<String, BigDecimal> present(LocalQueue localQueue) {
        NameIndex names = world.names();
        Usage used = localQueue.used();
        Map<String, BigDecimal> sums = new HashMap<>();
        for (int i = 0; i < used.size(); i++) {
            String resource = names.resourceName(names.resourceOf(used.frAt(i)));
            sums.merge(resource, natural(resource, used.amountAt(i)), BigDecimal::add);
        }
        return sums;
    }

    private static BigDecimal natural(String resource, long amount) {
        return BigDecimal.valueOf(amount, resource.equals(Amounts.CPU) ? 3 : 0);
    }
}
