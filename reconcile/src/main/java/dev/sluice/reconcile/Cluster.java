package dev.sluice.reconcile;

import io.fabric8.kubernetes.api.model.DeletionPropagation;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.net.HttpURLConnection;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/// One cluster as the controllers of this process see it: a client, one [Cache] per kind, the [Loop]s and the clock.
/// Whatever is written through it is in the cache when the call returns, so a controller never decides on a state
/// that is older than its own last write.
///
/// Caches and loops are declared first; [#start] fills the caches, then lets the loops run.
public final class Cluster implements AutoCloseable {
    private final KubernetesClient client;
    private final Clock clock;
    private final Map<Class<?>, Cache<?>> caches = new ConcurrentHashMap<>();
    private final List<Reflector<?>> reflectors = new CopyOnWriteArrayList<>();
    private final List<Loop> loops = new CopyOnWriteArrayList<>();

    /// @param client closed with this cluster
    public Cluster(KubernetesClient client, Clock clock) {
        this.client = client;
        this.clock = clock;
    }

    /// For reads and for calls that no method here makes (bindings, logs).
    public KubernetesClient client() {
        return client;
    }

    public Clock clock() {
        return clock;
    }

    /// The cache of a kind, the same one for everyone. Asked for after [#start], it is filled before this returns.
    public <T extends HasMetadata> Cache<T> cache(Class<T> kind) {
        @SuppressWarnings("unchecked") // a kind's cache is only ever put there by this method
        Cache<T> cache = (Cache<T>) caches.computeIfAbsent(kind, _ -> reflected(kind));
        return cache;
    }

    private <T extends HasMetadata> Cache<T> reflected(Class<T> kind) {
        Cache<T> cache = new Cache<>(kind);
        reflectors.add(new Reflector<>(client, cache));
        return cache;
    }

    /// A work queue for a controller; add what it watches with [Loop#on].
    ///
    /// @param workers how many keys may be worked on side by side
    public Loop loop(String name, int workers, Reconciler reconciler) {
        Loop loop = new Loop(name, clock, workers, reconciler);
        loops.add(loop);
        return loop;
    }

    /// Fills all caches, then starts all loops. Called once.
    public void start() throws InterruptedException {
        reflectors.forEach(Reflector::start);
        for (Reflector<?> reflector : reflectors) {
            reflector.awaitListed();
        }
        loops.forEach(Loop::start);
    }

    /// Whether nothing is left to do before something new happens: no key is queued or worked on, and the watches
    /// have caught up with our own writes. Writes of others may still be on their way.
    public boolean quiet() {
        return busyWith().isEmpty();
    }

    /// What keeps the cluster from being quiet, in words for a log.
    public List<String> busyWith() {
        List<String> busy = new ArrayList<>();
        for (Cache<?> cache : caches.values()) {
            if (!cache.settled()) {
                busy.add("watch of " + cache.kind().getSimpleName());
            }
        }
        for (Loop loop : loops) {
            if (!loop.idle()) {
                busy.add(loop.toString());
            }
        }
        return busy;
    }

    /// @throws KubernetesClientException when the server refuses
    public <T extends HasMetadata> T create(T object) {
        return known(client.resource(object).create());
    }

    /// Replaces the object; refused with 409 when `resourceVersion` is not the newest.
    public <T extends HasMetadata> T update(T object) {
        return known(client.resource(object).update());
    }

    /// Replaces the status; refused with 409 when `resourceVersion` is not the newest.
    public <T extends HasMetadata> T updateStatus(T object) {
        return known(client.resource(object).updateStatus());
    }

    /// Patches the object that `object` names; a `resourceVersion` in the body makes it conditional.
    public <T extends HasMetadata> T patch(T object, PatchType type, String body) {
        return known(client.resource(object).patch(PatchContext.of(type), body));
    }

    /// Patches the status of the object that `object` names.
    public <T extends HasMetadata> T patchStatus(T object, PatchType type, String body) {
        return known(
                client.resource(object).subresource("status").patch(PatchContext.of(type), body));
    }

    /// Server-side apply of the status with force, as `manager`; `object` holds what the manager wants and nothing else.
    public <T extends HasMetadata> T applyStatus(T object, String manager) {
        PatchContext apply =
                new PatchContext.Builder()
                        .withPatchType(PatchType.SERVER_SIDE_APPLY)
                        .withFieldManager(manager)
                        .withForce(true)
                        .build();
        return known(client.resource(object).subresource("status").patch(apply, object));
    }

    /// Deletes the object of this name; nothing happens when it is gone.
    ///
    /// @throws KubernetesClientException when the server refuses
    public void delete(HasMetadata object, DeletionPropagation propagation) {
        delete(object, propagation, -1);
    }

    /// @param gracePeriodSeconds negative for the kind's own
    public <T extends HasMetadata> void delete(
            T object, DeletionPropagation propagation, long gracePeriodSeconds) {
        try {
            var resource = client.resource(object).withPropagationPolicy(propagation);
            if (gracePeriodSeconds >= 0) {
                resource.withGracePeriod(gracePeriodSeconds).delete();
            } else {
                resource.delete();
            }
        } catch (KubernetesClientException refused) {
            if (refused.getCode() != HttpURLConnection.HTTP_NOT_FOUND) {
                throw refused;
            }
        }
        cacheOf(object).deleting(object);
    }

    private <T extends HasMetadata> T known(T answer) {
        cacheOf(answer).written(answer);
        return answer;
    }

    @SuppressWarnings("unchecked") // keyed by the class of its objects
    private <T extends HasMetadata> Cache<T> cacheOf(T object) {
        Cache<T> cache = (Cache<T>) caches.get(object.getClass());
        return cache != null ? cache : new Cache<>((Class<T>) object.getClass());
    }

    /// A copy that may be changed.
    public <T extends HasMetadata> T copy(T object) {
        return client.getKubernetesSerialization().clone(object);
    }

    @Override
    public void close() {
        loops.forEach(Loop::close);
        reflectors.forEach(Reflector::close);
        client.close();
    }
}
