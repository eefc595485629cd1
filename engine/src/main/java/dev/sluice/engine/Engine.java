package dev.sluice.engine;

import dev.sluice.engine.spec.EngineSettings;
import dev.sluice.engine.spec.LocalQueueKey;
import dev.sluice.engine.spec.WorkloadKey;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Decides which workloads may start: events go in, decisions come out.
///
/// Not safe for use by several threads; one thread owns an engine. It has no clock: time comes in through
/// [Event.TimePassed] and [#cycle]. The same calls give the same decisions, bit for bit.
public final class Engine {

    private final EngineSettings settings;

    public Engine(EngineSettings settings) {
        this.settings = settings;
    }

    /// Takes note of something that happened.
    public void apply(Event event) {
        throw new UnsupportedOperationException(event + " " + settings);
    }

    /// Runs one scheduling cycle: takes the first workload of each active queue, decides about them in the order of
    /// section 4 and assumes the effects. Returns one decision for each of them, in the order of processing; none if
    /// there was nothing to take.
    public List<Decision> cycle(Instant now) {
        throw new UnsupportedOperationException(now.toString());
    }

    /// Whether a cycle would find anything that no earlier cycle has looked at in the same circumstances.
    public boolean hasNews() {
        return false;
    }

    /// When the next backoff ends or the next sample is due, or null: the engine then wants [Event.TimePassed].
    public @Nullable Instant nextDue() {
        return null;
    }

    /// Where a workload stands in the queues.
    public Place place(WorkloadKey workload) {
        return Place.NOWHERE;
    }

    /// Pending workloads of a ClusterQueue in queue order, without the parked ones.
    public List<WorkloadKey> active(String clusterQueue) {
        return List.of();
    }

    /// Parked workloads of a ClusterQueue, sorted by name.
    public List<WorkloadKey> parked(String clusterQueue) {
        return List.of();
    }

    /// Whether a ClusterQueue takes part, and if not why; null if there is none of this name.
    public @Nullable QueueStatus status(String clusterQueue) {
        return null;
    }

    /// Numbers of a ClusterQueue, null if there is none of this name.
    public @Nullable QueueCounts counts(String clusterQueue) {
        return null;
    }

    /// Numbers of a LocalQueue, null if there is none of this name.
    public @Nullable QueueCounts counts(LocalQueueKey localQueue) {
        return null;
    }

    /// Share of a ClusterQueue as reported in its status (R7.5); 0 if fair sharing is off.
    public long shareOfClusterQueue(String name) {
        return 0;
    }

    /// Share of a Cohort as reported in its status (R7.5); 0 if fair sharing is off.
    public long shareOfCohort(String name) {
        return 0;
    }

    /// What a LocalQueue has consumed, by resource in natural units (R7.22); empty if nothing.
    public Map<String, Double> consumed(LocalQueueKey localQueue) {
        return Map.of();
    }

    /// Penalties of a LocalQueue that are not settled yet, by resource in natural units (R7.26).
    public Map<String, Double> pendingPenalties(LocalQueueKey localQueue) {
        return Map.of();
    }
}
