package dev.sluice.controllers.multicluster;

import dev.sluice.reconcile.Cluster;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/// The worker clusters that are connected at the moment, by the names of their MultiKueueClusters, and since when the
/// others are absent (L5.7).
public final class Workers {
    private final Map<String, Cluster> connected = new ConcurrentHashMap<>();
    private final Map<String, Cluster> lost = new ConcurrentHashMap<>();
    private final Map<String, Instant> absences = new ConcurrentHashMap<>();
    private final List<BiConsumer<String, Cluster>> watching = new CopyOnWriteArrayList<>();
    private final List<Consumer<String>> listeners = new CopyOnWriteArrayList<>();

    /// What is known of a worker and the way to write to it; empty while it is not connected.
    public Optional<Cluster> connected(String name) {
        return Optional.ofNullable(connected.get(name));
    }

    /// All workers that are connected.
    Map<String, Cluster> connected() {
        return Map.copyOf(connected);
    }

    /// Workers that were connected and are lost, as they were last seen. Nothing can be written to them.
    Map<String, Cluster> lost() {
        return Map.copyOf(lost);
    }

    /// When the connection of a worker was first lost, or tried in vain; empty while it stands.
    Optional<Instant> lostSince(String name) {
        return Optional.ofNullable(absences.get(name));
    }

    /// When the connection of each absent worker was first lost, or tried in vain.
    Map<String, Instant> absences() {
        return Map.copyOf(absences);
    }

    /// Has `watch` called with the name and the caches of each worker whose connection is made, before they are filled.
    void onConnecting(BiConsumer<String, Cluster> watch) {
        watching.add(watch);
    }

    /// Tells `listener` the name of each worker that comes or goes.
    void onChange(Consumer<String> listener) {
        listeners.add(listener);
    }

    /// A connection is about to be made.
    void connecting(String name, Cluster cluster) {
        watching.forEach(watch -> watch.accept(name, cluster));
    }

    /// The caches of a worker are filled.
    void connected(String name, Cluster cluster) {
        connected.put(name, cluster);
        lost.remove(name);
        absences.remove(name);
        listeners.forEach(listener -> listener.accept(name));
    }

    /// A worker does not answer, or not any more.
    void lost(String name, Instant now) {
        Cluster last = connected.remove(name);
        if (last != null) {
            lost.put(name, last);
        }
        absences.putIfAbsent(name, now);
        listeners.forEach(listener -> listener.accept(name));
    }

    /// Somebody waits for a worker that has a job of his. If it is not there its time runs from now on, unless it did before: at a
    /// start nobody has tried to connect yet, and of a worker that is no longer one of ours there is nothing to connect to.
    void awaited(String name, Instant now) {
        absences.putIfAbsent(name, now);
        if (connected.containsKey(name)) {
            absences.remove(name);
        }
    }

    /// A worker is no longer one of ours. Who waits for it goes on doing so for a while.
    void forgotten(String name) {
        connected.remove(name);
        lost.remove(name);
        listeners.forEach(listener -> listener.accept(name));
    }
}
