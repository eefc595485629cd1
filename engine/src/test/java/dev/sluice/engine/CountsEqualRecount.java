package dev.sluice.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.engine.spec.LocalQueueKey;
import dev.sluice.engine.spec.WorkloadKey;
import dev.sluice.engine.spec.WorkloadSpec;
import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;

/// Invariant: what a LocalQueue counts as active and parked is what a look at each workload finds.
final class CountsEqualRecount {

    private CountsEqualRecount() {}

    static void check(Engine engine, Collection<WorkloadSpec> specs) {
        Set<LocalQueueKey> queues = new TreeSet<>();
        for (WorkloadSpec spec : specs) {
            queues.add(queueOf(spec));
        }
        for (LocalQueueKey queue : queues) {
            QueueCounts counts = engine.counts(queue);
            if (counts != null) {
                assertThat(counts.active())
                        .as("active in %s", queue)
                        .isEqualTo(count(engine, specs, queue, Place.Kind.ACTIVE));
                assertThat(counts.parked())
                        .as("parked in %s", queue)
                        .isEqualTo(count(engine, specs, queue, Place.Kind.PARKED));
            }
        }
    }

    private static int count(
            Engine engine, Collection<WorkloadSpec> specs, LocalQueueKey queue, Place.Kind kind) {
        int count = 0;
        for (WorkloadSpec spec : specs) {
            WorkloadKey key = spec.key();
            count += queueOf(spec).equals(queue) && engine.place(key).kind() == kind ? 1 : 0;
        }
        return count;
    }

    private static LocalQueueKey queueOf(WorkloadSpec spec) {
        return new LocalQueueKey(spec.key().namespace(), spec.queueName());
    }
}
