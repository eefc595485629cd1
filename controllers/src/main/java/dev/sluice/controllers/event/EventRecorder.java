package dev.sluice.controllers.event;

import dev.sluice.reconcile.Cluster;
import dev.sluice.reconcile.Key;
import dev.sluice.reconcile.Loop;
import dev.sluice.reconcile.Outcome;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.MicroTime;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectReference;
import io.fabric8.kubernetes.api.model.events.v1.Event;
import io.fabric8.kubernetes.api.model.events.v1.EventSeries;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Writes events to `events.k8s.io/v1`, beside the work that they are about: a caller never waits for one. The same
/// event about the same state of an object, told again within minutes, becomes a series of the first one.
///
/// Events are a courtesy: one that the server refuses is dropped, and so are those that come while
/// [#QUEUED_MAX] wait.
public final class EventRecorder {
    private static final Logger LOG = LoggerFactory.getLogger(EventRecorder.class);
    private static final int QUEUED_MAX = 20_000;
    private static final int SERIES_MAX = 4_096;
    private static final int WORKERS = 16;
    private static final Duration SERIES_GAP_MAX = Duration.ofMinutes(6);
    private static final DateTimeFormatter MICROS =
            DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);

    private final Cluster cluster;
    private final String instance;
    private final Loop loop;
    private final Map<Key, Told> queued = new ConcurrentHashMap<>();
    private final SequencedMap<Sameness, Series> series = new LinkedHashMap<>();
    private final AtomicLong sequence = new AtomicLong();
    private final AtomicLong dropped = new AtomicLong();

    /// @param instance which process this is; part of every event
    public EventRecorder(Cluster cluster, String instance) {
        this.cluster = cluster;
        this.instance = instance;
        this.loop = cluster.loop("events", WORKERS, this::write);
    }

    /// Tells what happened to `regarding`.
    public void record(HasMetadata regarding, Happening happening) {
        if (queued.size() >= QUEUED_MAX) {
            if (dropped.getAndIncrement() % QUEUED_MAX == 0) {
                LOG.atWarn().addKeyValue("dropped", dropped.get()).log("too many events at once");
            }
            return;
        }
        Told told = new Told(reference(regarding), happening, cluster.clock().instant());
        Key key = told.key(sequence.getAndIncrement());
        queued.put(key, told);
        loop.enqueue(key);
    }

    private Outcome write(Key key) {
        Told told = queued.remove(key);
        if (told == null) {
            return Outcome.done();
        }
        try {
            Series again = repeated(told, key);
            if (again == null) {
                cluster.createUnread(event(told, key));
            } else {
                continueSeries(again);
            }
        } catch (KubernetesClientException refused) {
            LOG.atDebug()
                    .addKeyValue("reason", told.happening().reason())
                    .addKeyValue("error", refused.getMessage())
                    .log("event not written");
        }
        return Outcome.done();
    }

    /// The series that this event continues, or null when it is a new one.
    private @Nullable Series repeated(Told told, Key key) {
        Sameness sameness = told.sameness();
        synchronized (series) {
            Series known = series.remove(sameness);
            Series again =
                    known != null
                                    && Duration.between(known.last, told.at())
                                                    .compareTo(SERIES_GAP_MAX)
                                            < 0
                            ? new Series(known.key, known.count + 1, told.at())
                            : null;
            series.put(sameness, again == null ? new Series(key, 1, told.at()) : again);
            if (series.size() > SERIES_MAX) {
                series.pollFirstEntry();
            }
            return again;
        }
    }

    private void continueSeries(Series again) {
        cluster.patch(
                named(again.key),
                PatchType.JSON_MERGE,
                cluster.json(Map.of("series", new EventSeries(again.count, micros(again.last)))));
    }

    private Event event(Told told, Key key) {
        Happening happening = told.happening();
        Event event = named(key);
        event.setEventTime(micros(told.at()));
        event.setReportingController(happening.reporter());
        event.setReportingInstance(instance);
        event.setAction(happening.action());
        event.setReason(happening.reason());
        event.setRegarding(told.regarding());
        event.setNote(EventNote.within(happening.note()));
        event.setType(happening.warning() ? "Warning" : "Normal");
        return event;
    }

    private static Event named(Key key) {
        ObjectMeta metadata = new ObjectMeta();
        metadata.setNamespace(key.namespace());
        metadata.setName(key.name());
        Event event = new Event();
        event.setMetadata(metadata);
        return event;
    }

    private static MicroTime micros(Instant at) {
        return new MicroTime(MICROS.format(at));
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

    private record Told(ObjectReference regarding, Happening happening, Instant at) {
        /// Unique without asking anybody: time, a number that tells apart what one recorder is told at one instant, and the
        /// reporter, since each speaks through one recorder.
        Key key(long number) {
            String namespace =
                    regarding.getNamespace() == null ? "default" : regarding.getNamespace();
            long nanos = at.getEpochSecond() * 1_000_000_000L + at.getNano();
            return new Key(
                    namespace,
                    regarding.getName()
                            + "."
                            + Long.toHexString(nanos)
                            + HexFormat.of().toHexDigits((short) number)
                            + HexFormat.of().toHexDigits((short) happening.reporter().hashCode()));
        }

        Sameness sameness() {
            return new Sameness(regarding, happening);
        }
    }

    private record Sameness(ObjectReference regarding, Happening happening) {}

    private record Series(Key key, int count, Instant last) {}
}
