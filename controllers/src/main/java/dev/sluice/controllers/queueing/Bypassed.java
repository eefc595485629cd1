package dev.sluice.controllers.queueing;

import dev.sluice.engine.Engine;
import dev.sluice.engine.Place;
import dev.sluice.engine.spec.WorkloadKey;
import dev.sluice.reconcile.Key;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/// Workloads that are parked without a look because an equal one has just failed (R3.22). Only those are followed whose
/// condition says nothing better yet.
final class Bypassed {
    private final Map<WorkloadKey, String> reasons = new ConcurrentHashMap<>();
    private final List<Consumer<Key>> listeners = new CopyOnWriteArrayList<>();

    /// Touched by the engine's owner alone.
    private final Set<WorkloadKey> undiagnosed = new LinkedHashSet<>();

    /// The equal workload's reason; for any thread.
    Optional<String> reasonOf(Key workload) {
        return Optional.ofNullable(
                reasons.get(new WorkloadKey(workload.namespace(), workload.name())));
    }

    void onChange(Consumer<Key> listener) {
        listeners.add(listener);
    }

    /// A workload was told to the engine.
    ///
    /// @param diagnosed its condition says why it waits
    void seen(WorkloadKey key, boolean diagnosed) {
        if (diagnosed) {
            forget(key);
        } else {
            undiagnosed.add(key);
        }
    }

    void forget(WorkloadKey key) {
        undiagnosed.remove(key);
        reasons.remove(key);
    }

    /// Looks where the engine has put them.
    void publish(Engine engine) {
        for (Iterator<WorkloadKey> keys = undiagnosed.iterator(); keys.hasNext(); ) {
            WorkloadKey key = keys.next();
            Place place = engine.place(key);
            if (place.kind() == Place.Kind.PARKED && place.bypassed() != null) {
                keys.remove();
                reasons.put(key, place.bypassed().text());
                listeners.forEach(
                        listener -> listener.accept(new Key(key.namespace(), key.name())));
            }
        }
    }
}
