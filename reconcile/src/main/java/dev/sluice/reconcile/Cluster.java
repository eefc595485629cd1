package dev.sluice.reconcile;

import io.fabric8.kubernetes.api.model.DeleteOptions;
import io.fabric8.kubernetes.api.model.DeletionPropagation;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.net.HttpURLConnection;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// One cluster as the controllers of this process see it: a client, one [Cache] per kind, the [Loop]s and the clock.
/// Whatever is written through it is in the cache when the call returns, so a controller never decides on a state
/// that is older than its own last write.
///
/// Caches and loops are declared first; [#start] fills the caches, then lets the loops run.
public final class Cluster implements AutoCloseable {
    private static final String STATUS = "status";

    private final KubernetesClient client;
    private final Wire wire;
    private final Clock clock;
    private final Map<Class<?>, Cache<?>> caches = new ConcurrentHashMap<>();
    private final List<Reflector<?>> reflectors = new CopyOnWriteArrayList<>();
    private final List<Loop> loops = new CopyOnWriteArrayList<>();
    private final List<Cluster> attached = new CopyOnWriteArrayList<>();
    private final List<Runnable> ends = new CopyOnWriteArrayList<>();

    /// @param client closed with this cluster
    public Cluster(KubernetesClient client, Clock clock) {
        this(client, null, clock);
    }

    /// @param client closed with this cluster; watches go through it
    /// @param transport the way of everything else to the same server, as the same user; null for the client's own
    public Cluster(KubernetesClient client, @Nullable Transport transport, Clock clock) {
        this(client, transport, clock, null);
    }

    /// As [#Cluster(KubernetesClient, Transport, Clock)], but only the objects with some labels are seen.
    ///
    /// @param labels a label selector for all kinds; null for everything
    public Cluster(
            KubernetesClient client,
            @Nullable Transport transport,
            Clock clock,
            @Nullable String labels) {
        this.client = client;
        this.wire = new Wire(client, transport, labels);
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

    /// The cache of a kind of which nobody here wants more than one namespace, as of Secrets; before [#start].
    ///
    /// @throws IllegalStateException when somebody has asked for the kind before
    public <T extends HasMetadata> Cache<T> cache(Class<T> kind, String namespace) {
        Cache<T> cache = new Cache<>(kind);
        if (caches.putIfAbsent(kind, cache) != null) {
            throw new IllegalStateException(
                    kind.getSimpleName() + " are watched already, and not only in " + namespace);
        }
        reflectors.add(new Reflector<>(wire, cache, namespace));
        return cache;
    }

    private <T extends HasMetadata> Cache<T> reflected(Class<T> kind) {
        Cache<T> cache = new Cache<>(kind);
        reflectors.add(new Reflector<>(wire, cache, null));
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

    /// The other way to start, for a cluster that may be out of reach: see [Link#establish].
    ///
    /// @param onLost told why, once, when the link is lost after it was established; it takes note and returns
    public Link link(Consumer<Loss> onLost) {
        return new Link(wire, clock, reflectors, loops, onLost);
    }

    /// Counts `other` as a part of this one: what it is busy with, this one is, and both are closed together.
    public void attach(Cluster other) {
        attached.add(other);
    }

    /// Takes [#attach] back.
    public void detach(Cluster other) {
        attached.remove(other);
    }

    /// Has `end` run when this cluster is closed.
    public void onClose(Runnable end) {
        ends.add(end);
    }

    /// Runs `changes` while no loop starts anything: to the reconcilers all of it happens at one instant.
    public void atOnce(Runnable changes) {
        loops.forEach(loop -> loop.hold(true));
        try {
            changes.run();
        } finally {
            loops.forEach(loop -> loop.hold(false));
        }
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
        for (Reflector<?> reflector : reflectors) {
            if (reflector.isBetweenWatches()) {
                busy.add("watch to come of " + reflector.kind().getSimpleName());
            }
        }
        for (Loop loop : loops) {
            if (!loop.idle()) {
                busy.add(loop.toString());
            }
        }
        attached.forEach(other -> busy.addAll(other.busyWith()));
        return busy;
    }

    /// @throws KubernetesClientException when the server refuses
    public <T extends HasMetadata> T create(T object) {
        return known(object, _ -> wire.create(object));
    }

    /// Creates an object that nobody here reads again, as an event.
    ///
    /// @throws KubernetesClientException when the server refuses
    public void createUnread(HasMetadata object) {
        wire.post(wire.collection(object), object);
    }

    /// Replaces the object; refused with 409 when `resourceVersion` is not the newest.
    public <T extends HasMetadata> T update(T object) {
        return known(object, known -> wire.replace(object, "", known));
    }

    /// Replaces the status; refused with 409 when `resourceVersion` is not the newest.
    public <T extends HasMetadata> T updateStatus(T object) {
        return known(object, known -> wire.replace(object, STATUS, known));
    }

    /// Patches the object that `object` names; a `resourceVersion` in the body makes it conditional.
    public <T extends HasMetadata> T patch(T object, PatchType type, String body) {
        return known(object, known -> wire.patch(object, "", Map.of(), type, utf8(body), known));
    }

    /// Patches the status of the object that `object` names.
    public <T extends HasMetadata> T patchStatus(T object, PatchType type, String body) {
        return known(
                object, known -> wire.patch(object, STATUS, Map.of(), type, utf8(body), known));
    }

    /// Server-side apply of the status with force, as `manager`; `object` holds what the manager wants and nothing else.
    public <T extends HasMetadata> T applyStatus(T object, String manager) {
        return known(
                object,
                known ->
                        wire.patch(
                                object,
                                STATUS,
                                Map.of("force", "true", "fieldManager", manager),
                                PatchType.SERVER_SIDE_APPLY,
                                wire.json().bytes(object),
                                known));
    }

    /// Posts to a subresource that answers with no object of its kind, as a pod's `binding`.
    public void post(HasMetadata object, String subresource, Object body) {
        post(object.getClass(), Key.of(object), subresource, body);
    }

    /// Posts to a subresource of the object of this kind and name.
    public void post(Class<? extends HasMetadata> kind, Key key, String subresource, Object body) {
        wire.post(wire.route(kind).object(key, subresource), body);
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /// The JSON text of a value, as for the body of a patch.
    public String json(Object value) {
        return new String(wire.json().bytes(value), StandardCharsets.UTF_8);
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
        DeleteOptions options = new DeleteOptions();
        options.setPropagationPolicy(propagation.toString());
        if (gracePeriodSeconds >= 0) {
            options.setGracePeriodSeconds(gracePeriodSeconds);
        }
        try {
            wire.delete(object, options);
        } catch (KubernetesClientException refused) {
            if (refused.getCode() != HttpURLConnection.HTTP_NOT_FOUND) {
                throw refused;
            }
        }
        Cache<T> cache = cacheOf(object);
        if (cache != null) {
            cache.deleting(object);
        }
    }

    /// Writes, and lets the cache know the answer. After a conflict it knows what somebody else wrote: whoever tries
    /// again at once decides on that, and not on the same old state until the watch comes.
    ///
    /// @param write given what tells what is known of the object, null for nothing
    private <T extends HasMetadata> T known(T object, Function<Supplier<@Nullable T>, T> write) {
        Cache<T> cache = cacheOf(object);
        try {
            T answer = write.apply(() -> cache == null ? null : cached(object, cache));
            if (cache != null) {
                cache.written(answer);
            }
            return answer;
        } catch (KubernetesClientException refused) {
            if (cache != null
                    && refused.getCode() == HttpURLConnection.HTTP_CONFLICT
                    && object.getMetadata().getName() != null) {
                refresh(object, cache);
            }
            throw refused;
        }
    }

    private static <T extends HasMetadata> @Nullable T cached(T object, Cache<T> cache) {
        // A name that the server is to make up is not known yet.
        return object.getMetadata().getName() == null
                ? null
                : cache.get(Key.of(object)).orElse(null);
    }

    /// What is not selected stays unknown: no watch would tell of its end, and it would pass for one of those that are.
    private <T extends HasMetadata> void refresh(T object, Cache<T> cache) {
        wire.selected(object).ifPresent(cache::written);
    }

    @SuppressWarnings("unchecked") // keyed by the class of its objects
    private <T extends HasMetadata> @Nullable Cache<T> cacheOf(T object) {
        return (Cache<T>) caches.get(object.getClass());
    }

    /// A copy that may be changed.
    public <T extends HasMetadata> T copy(T object) {
        return client.getKubernetesSerialization().clone(object);
    }

    @Override
    public void close() {
        loops.forEach(Loop::close);
        ends.forEach(Runnable::run);
        attached.forEach(Cluster::close);
        reflectors.forEach(Reflector::close);
        client.close();
    }
}
