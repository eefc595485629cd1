package dev.sluice.controllers.queueing;

import dev.sluice.engine.Engine;
import dev.sluice.engine.QueueCounts;
import dev.sluice.engine.reason.QueueStatus;
import dev.sluice.engine.spec.LocalQueueKey;
import dev.sluice.reconcile.Key;
import java.math.BigDecimal;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/// What the engine knows of the queues, for everyone to read. The engine's owner marks what changed and publishes it
/// after each batch, so that the numbers of a queue are counted once however much happened in it.
public final class QueueReports {
    private final Map<String, QueueReport> byClusterQueue = new ConcurrentHashMap<>();
    private final Map<LocalQueueKey, QueueCounts> byLocalQueue = new ConcurrentHashMap<>();
    private final Map<LocalQueueKey, Map<String, BigDecimal>> consumedByLocalQueue =
            new ConcurrentHashMap<>();
    private final Map<LocalQueueKey, Double> usageByLocalQueue = new ConcurrentHashMap<>();
    private final boolean usageReported;
    private final Map<String, Long> shareByCohort = new ConcurrentHashMap<>();
    private final List<ClusterQueueListener> clusterQueueListeners = new CopyOnWriteArrayList<>();
    private final List<Consumer<Key>> localQueueListeners = new CopyOnWriteArrayList<>();
    private final List<Consumer<Key>> cohortListeners = new CopyOnWriteArrayList<>();

    private final Set<String> dirtyClusterQueues = new HashSet<>();
    private final Set<LocalQueueKey> dirtyLocalQueues = new HashSet<>();
    private final Set<String> dirtyCohorts = new HashSet<>();

    /// @param usageReported what LocalQueues have consumed is reported (R7.20)
    QueueReports(boolean usageReported) {
        this.usageReported = usageReported;
    }

    public Optional<QueueReport> clusterQueue(String name) {
        return Optional.ofNullable(byClusterQueue.get(name));
    }

    public Optional<QueueCounts> localQueue(Key key) {
        return Optional.ofNullable(
                byLocalQueue.get(new LocalQueueKey(key.namespace(), key.name())));
    }

    /// What a LocalQueue has consumed, by resource (R7.22); nothing if that is not reported.
    public Optional<Map<String, BigDecimal>> consumed(Key key) {
        return Optional.ofNullable(
                consumedByLocalQueue.get(new LocalQueueKey(key.namespace(), key.name())));
    }

    /// What a LocalQueue has used by the measure of the queue order (R7.23); nothing if that does not count there.
    public OptionalDouble usage(Key key) {
        Double usage = usageByLocalQueue.get(new LocalQueueKey(key.namespace(), key.name()));
        return usage == null ? OptionalDouble.empty() : OptionalDouble.of(usage);
    }

    public long cohortShare(String name) {
        return shareByCohort.getOrDefault(name, 0L);
    }

    /// Hears of ClusterQueues.
    @FunctionalInterface
    public interface ClusterQueueListener {
        /// @param urgent it became active or inactive; else only numbers are new
        void changed(Key queue, boolean urgent);
    }

    /// Tells which ClusterQueue has other numbers now, or another state.
    public void onClusterQueue(ClusterQueueListener listener) {
        clusterQueueListeners.add(listener);
    }

    /// Tells which LocalQueue has other numbers now.
    public void onLocalQueue(Consumer<Key> listener) {
        localQueueListeners.add(listener);
    }

    /// Tells which Cohort has another share now.
    public void onCohort(Consumer<Key> listener) {
        cohortListeners.add(listener);
    }

    void touchClusterQueue(String name) {
        dirtyClusterQueues.add(name);
    }

    void touchLocalQueue(LocalQueueKey key) {
        dirtyLocalQueues.add(key);
    }

    void touchCohort(String name) {
        dirtyCohorts.add(name);
    }

    /// Called by the engine's owner alone.
    void publish(Engine engine) {
        dirtyClusterQueues.forEach(name -> publishClusterQueue(engine, name));
        dirtyClusterQueues.clear();
        dirtyLocalQueues.forEach(key -> publishLocalQueue(engine, key));
        dirtyLocalQueues.clear();
        if (usageReported) {
            byLocalQueue.keySet().forEach(key -> publishConsumed(engine, key));
        }
        dirtyCohorts.forEach(name -> publishCohort(engine, name));
        dirtyCohorts.clear();
    }

    private void publishClusterQueue(Engine engine, String name) {
        QueueStatus status = engine.status(name);
        QueueCounts counts = engine.counts(name);
        if (status == null || counts == null) {
            byClusterQueue.remove(name);
            return;
        }
        QueueReport report = new QueueReport(status, counts, engine.shareOfClusterQueue(name));
        QueueReport before = byClusterQueue.put(name, report);
        if (!report.equals(before)) {
            boolean urgent = before == null || !before.status().equals(report.status());
            clusterQueueListeners.forEach(listener -> listener.changed(Key.cluster(name), urgent));
        }
    }

    private void publishLocalQueue(Engine engine, LocalQueueKey key) {
        QueueCounts counts = engine.counts(key);
        if (counts == null) {
            consumedByLocalQueue.remove(key);
            usageByLocalQueue.remove(key);
        }
        QueueCounts before =
                counts == null ? byLocalQueue.remove(key) : byLocalQueue.put(key, counts);
        if (!Objects.equals(before, counts)) {
            localQueueListeners.forEach(
                    listener -> listener.accept(new Key(key.namespace(), key.name())));
        }
    }

    /// Changes when it is sampled and when an admission settles.
    private void publishConsumed(Engine engine, LocalQueueKey key) {
        Double usage = engine.usage(key);
        if (usage == null) {
            usageByLocalQueue.remove(key);
        } else {
            usageByLocalQueue.put(key, usage);
        }
        Map<String, BigDecimal> consumed = engine.consumed(key);
        if (!consumed.equals(consumedByLocalQueue.put(key, consumed))) {
            localQueueListeners.forEach(
                    listener -> listener.accept(new Key(key.namespace(), key.name())));
        }
    }

    private void publishCohort(Engine engine, String name) {
        Long share = engine.shareOfCohort(name);
        if (!share.equals(shareByCohort.put(name, share))) {
            cohortListeners.forEach(listener -> listener.accept(Key.cluster(name)));
        }
    }
}
