package dev.sluice.localcluster.gc;

import dev.sluice.apiserver.kind.Kind;
import dev.sluice.apiserver.kind.KindRegistry;
import dev.sluice.localcluster.inprocess.InProcessConnection;
import dev.sluice.reconcile.Cluster;
import dev.sluice.reconcile.Key;
import dev.sluice.reconcile.Loop;
import dev.sluice.reconcile.Outcome;
import dev.sluice.reconcile.Transport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Deletes what is owned by something that is gone.
///
/// It follows every kind that the server serves, custom ones too, and keeps a graph of owners. Watches of different kinds come in any
/// order, so an owner that the graph does not know is asked for before anything is deleted on its account.
public final class GarbageCollector implements AutoCloseable {
    /// Kinds without dependents and owners worth a watch.
    private static final Set<String> NOT_FOLLOWED =
            Set.of("events", "events.events.k8s.io", "leases.coordination.k8s.io");

    private static final int WORKERS = 8;
    private static final Duration RETRY = Duration.ofSeconds(1);

    private final InProcessConnection connection;
    private final KindRegistry kinds;
    private final References references;
    private final OwnerGraph graph = new OwnerGraph();
    private final Loop loop;
    private final Map<String, ResourceWatch> watchByResource = new HashMap<>();
    private long followedGeneration = -1;
    private boolean closed;

    /// Registers the loop; nothing is followed before [#follow].
    public GarbageCollector(Cluster cluster, InProcessConnection connection, KindRegistry kinds) {
        this.connection = connection;
        this.kinds = kinds;
        this.references = new References(connection, kinds);
        this.loop = cluster.loop("garbage-collector", WORKERS, this::look);
    }

    /// Follows all kinds that are served now. Called at the start, and again whenever definitions came or went.
    public synchronized void follow() {
        KindRegistry.View view = kinds.view();
        if (closed || view.generation() == followedGeneration) {
            return;
        }
        followedGeneration = view.generation();
        Map<String, Kind> wanted = new HashMap<>();
        for (Kind kind : view.kinds()) {
            boolean followed =
                    kind.rules().verbs().contains("watch")
                            && !NOT_FOLLOWED.contains(kind.resource());
            if (followed && kind.storageVersion()) {
                wanted.put(kind.resource(), kind);
            }
        }
        watchByResource
                .entrySet()
                .removeIf(
                        entry -> {
                            boolean unwanted = !wanted.containsKey(entry.getKey());
                            if (unwanted) {
                                entry.getValue().close();
                            }
                            return unwanted;
                        });
        wanted.forEach(
                (resource, kind) -> {
                    if (!watchByResource.containsKey(resource)) {
                        var watch = new ResourceWatch(connection, kind, graph, this::enqueue);
                        watchByResource.put(resource, watch);
                        watch.start();
                    }
                });
    }

    private void enqueue(String uid) {
        loop.enqueue(Key.cluster(uid));
    }

    private Outcome look(Key key) {
        Owned object = graph.get(key.name());
        if (object == null) {
            return Outcome.done();
        }
        if (object.deleting()) {
            return object.orphan()
                    ? letDependentsGo(object)
                    : object.foreground() ? deleteDependentsFirst(object) : Outcome.done();
        }
        List<Owned.Owner> alive = new ArrayList<>();
        List<Owned.Owner> waiting = new ArrayList<>();
        List<Owned.Owner> gone = new ArrayList<>();
        for (Owned.Owner owner : object.owners()) {
            switch (stateOf(owner, object)) {
                case ALIVE -> alive.add(owner);
                case WAITING -> waiting.add(owner);
                case GONE -> gone.add(owner);
                case UNKNOWN -> {
                    return Outcome.done();
                }
            }
        }
        if (alive.isEmpty() && !object.owners().isEmpty()) {
            boolean hasDependents = !graph.dependents(object.uid()).isEmpty();
            boolean foreground = !waiting.isEmpty() && hasDependents;
            return settled(references.delete(object, foreground ? "Foreground" : "Background"));
        }
        if (gone.isEmpty() && waiting.isEmpty()) {
            return Outcome.done();
        }
        gone.addAll(waiting);
        return settled(references.dropOwners(object, gone.stream().map(Owned.Owner::uid).toList()));
    }

    private enum OwnerState {
        ALIVE,
        /// It is being deleted and waits for its dependents.
        WAITING,
        GONE,
        /// Its kind is not served, or it cannot own this object: nothing is done on its account (H2.43).
        UNKNOWN
    }

    private OwnerState stateOf(Owned.Owner owner, Owned dependent) {
        Owned known = graph.get(owner.uid());
        if (known != null && references.isReachable(known.ref(), dependent)) {
            return known.waitsForDependents() ? OwnerState.WAITING : OwnerState.ALIVE;
        }
        return switch (references.exists(owner, dependent)) {
            case YES -> OwnerState.ALIVE;
            case NO -> OwnerState.GONE;
            case CANNOT_TELL -> OwnerState.UNKNOWN;
        };
    }

    private Outcome letDependentsGo(Owned owner) {
        for (Owned dependent : graph.dependents(owner.uid())) {
            if (!References.isDone(references.dropOwners(dependent, List.of(owner.uid())))) {
                return Outcome.again(RETRY);
            }
        }
        return settled(references.dropFinalizer(owner, Owned.ORPHAN));
    }

    private Outcome deleteDependentsFirst(Owned owner) {
        boolean blocked = false;
        for (Owned dependent : graph.dependents(owner.uid())) {
            blocked |= dependent.blocks(owner.uid());
            if (!dependent.deleting()) {
                enqueue(dependent.uid());
            }
        }
        return blocked
                ? Outcome.done()
                : settled(references.dropFinalizer(owner, Owned.FOREGROUND));
    }

    private static Outcome settled(Transport.@Nullable Answer answer) {
        return References.isDone(answer) ? Outcome.done() : Outcome.again(RETRY);
    }

    @Override
    public synchronized void close() {
        closed = true;
        watchByResource.values().forEach(ResourceWatch::close);
        watchByResource.clear();
    }
}
