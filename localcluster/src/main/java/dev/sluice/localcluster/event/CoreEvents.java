package dev.sluice.localcluster.event;

import dev.sluice.reconcile.Cluster;
import dev.sluice.reconcile.Key;
import dev.sluice.reconcile.Loop;
import dev.sluice.reconcile.Outcome;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.EventBuilder;
import io.fabric8.kubernetes.api.model.EventSource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectReference;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Writes core `v1` Events, beside the work that they are about. The same thing told again raises the counter of
/// the first event.
///
/// Events are a courtesy: one that the server refuses is dropped, and so are those that come while too many wait.
public final class CoreEvents {
    private static final Logger LOG = LoggerFactory.getLogger(CoreEvents.class);
    private static final int QUEUED_MAX = 20_000;
    private static final int REMEMBERED_MAX = 4_096;
    private static final int WORKERS = 3;

    private final Cluster cluster;
    private final Loop loop;
    private final Map<Key, Told> queued = new ConcurrentHashMap<>();
    private final SequencedMap<Sameness, Told> known = new LinkedHashMap<>();
    private final AtomicLong sequence = new AtomicLong();

    /// What makes two events the same.
    private record Sameness(
            String uid, String component, boolean warning, String reason, String message) {}

    /// An event on its way.
    private record Told(Sameness sameness, Event event, int count) {
        Told again(String lastTimestamp) {
            return new Told(
                    sameness,
                    new EventBuilder(event).withLastTimestamp(lastTimestamp).build(),
                    count + 1);
        }

        Key key() {
            return Key.of(event);
        }
    }

    /// Registers its loop; events are written once the cluster has started.
    public CoreEvents(Cluster cluster) {
        this.cluster = cluster;
        this.loop = cluster.loop("core-events", WORKERS, this::write);
    }

    /// Tells what happened to an object.
    ///
    /// @param component who says so: `job-controller`
    /// @param warning type `Warning`, else `Normal`
    public void tell(
            HasMetadata object, String component, boolean warning, String reason, String message) {
        Instant now = cluster.clock().instant();
        String seconds = now.truncatedTo(ChronoUnit.SECONDS).toString();
        var sameness =
                new Sameness(object.getMetadata().getUid(), component, warning, reason, message);
        Told told;
        synchronized (known) {
            Told before = known.remove(sameness);
            told =
                    before != null
                            ? before.again(seconds)
                            : new Told(sameness, event(object, sameness, now, seconds), 1);
            known.put(sameness, told);
            if (known.size() > REMEMBERED_MAX) {
                known.pollFirstEntry();
            }
        }
        if (queued.size() < QUEUED_MAX) {
            queued.merge(
                    told.key(), told, (one, other) -> one.count() > other.count() ? one : other);
            loop.enqueue(told.key());
        }
    }

    private Event event(HasMetadata object, Sameness same, Instant now, String seconds) {
        String namespace = object.getMetadata().getNamespace();
        long unique =
                now.getEpochSecond() * 1_000_000_000L
                        + now.getNano() / 1_000_000 * 1_000_000L
                        + sequence.getAndIncrement() % 1_000_000;
        ObjectMeta metadata = new ObjectMeta();
        metadata.setNamespace(namespace == null ? "default" : namespace);
        metadata.setName(object.getMetadata().getName() + "." + Long.toHexString(unique));
        Event event = new Event();
        event.setMetadata(metadata);
        event.setInvolvedObject(reference(object));
        event.setType(same.warning() ? "Warning" : "Normal");
        event.setReason(same.reason());
        event.setMessage(same.message());
        event.setSource(new EventSource(same.component(), null));
        event.setReportingComponent(same.component());
        event.setFirstTimestamp(seconds);
        event.setLastTimestamp(seconds);
        event.setCount(1);
        return event;
    }

    private static ObjectReference reference(HasMetadata object) {
        ObjectReference reference = new ObjectReference();
        reference.setApiVersion(object.getApiVersion());
        reference.setKind(object.getKind());
        reference.setNamespace(object.getMetadata().getNamespace());
        reference.setName(object.getMetadata().getName());
        reference.setUid(object.getMetadata().getUid());
        reference.setResourceVersion(object.getMetadata().getResourceVersion());
        return reference;
    }

    private Outcome write(Key key) {
        Told told = queued.remove(key);
        if (told == null) {
            return Outcome.done();
        }
        try {
            if (told.count() == 1) {
                cluster.createUnread(told.event());
            } else {
                raise(told);
            }
        } catch (KubernetesClientException refused) {
            LOG.atDebug()
                    .addKeyValue("event", key)
                    .addKeyValue("error", refused.getMessage())
                    .log("event not written");
        }
        return Outcome.done();
    }

    private void raise(Told told) {
        String patch =
                "{\"count\":"
                        + told.count()
                        + ",\"lastTimestamp\":\""
                        + told.event().getLastTimestamp()
                        + "\"}";
        cluster.patch(told.event(), PatchType.JSON_MERGE, patch);
    }
}
