package dev.sluice.controllers.metrics;

import dev.sluice.api.condition.Conditions;
import dev.sluice.api.condition.WorkloadConditions;
import dev.sluice.api.v1beta2.Admission;
import dev.sluice.api.v1beta2.Workload;
import dev.sluice.controllers.workload.Facts;
import dev.sluice.reconcile.Cache;
import dev.sluice.reconcile.Change;
import dev.sluice.reconcile.Cluster;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.OwnerReference;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// How long it takes that a Workload comes, and that it goes: from its job to itself, from ready to evicted, from evicted to
/// the quota given back (L8.4).
final class StayMeters {
    private static final int WAIT_BOUNDS = 14;
    private static final int CREATION_BOUNDS = 11;
    private static final double CREATION_BOUND_MIN = 0.01;

    private final Meters.Time readyToEvicted;
    private final Meters.Time evictionLatency;
    private final Meters.@Nullable Time creationLatency;
    private final Map<String, ? extends Cache<? extends HasMetadata>> jobsByKind;

    /// @param kinds the kinds of jobs for which Workloads are made
    /// @param creations the time from a job to its Workload is measured
    StayMeters(
            Cluster cluster,
            Meters meters,
            Map<String, Class<? extends HasMetadata>> kinds,
            boolean creations) {
        readyToEvicted =
                meters.time(
                        "pods_ready_to_evicted_time_seconds",
                        "Ready to evicted",
                        Seconds.bounds(WAIT_BOUNDS),
                        "cluster_queue",
                        "reason",
                        "underlying_cause");
        evictionLatency =
                meters.time(
                        "workload_eviction_latency_seconds",
                        "Evicted to quota given back",
                        Seconds.bounds(WAIT_BOUNDS),
                        "cluster_queue",
                        "reason");
        creationLatency =
                creations
                        ? meters.time(
                                "workload_creation_latency_seconds",
                                "A job's creation to its Workload's",
                                Seconds.doubling(CREATION_BOUND_MIN, CREATION_BOUNDS),
                                "job_kind")
                        : null;
        jobsByKind =
                kinds.entrySet().stream()
                        .collect(
                                Collectors.toUnmodifiableMap(
                                        Map.Entry::getKey, kind -> cluster.cache(kind.getValue())));
        cluster.cache(Workload.class).onChange(this::changed);
    }

    private void changed(Change<Workload> change) {
        Workload before = change.before();
        Workload after = change.after();
        if (after == null) {
            return;
        }
        if (before == null) {
            created(after);
            return;
        }
        Admission admission = Facts.status(before).admission();
        if (admission == null) {
            return;
        }
        String queue = admission.clusterQueue();
        if (!Facts.evicted(before) && Facts.evicted(after)) {
            Instant ready = trueSince(before, WorkloadConditions.PODS_READY);
            if (ready != null) {
                EvictedFor why = EvictedFor.of(after);
                observe(
                        readyToEvicted,
                        ready,
                        trueSince(after, WorkloadConditions.EVICTED),
                        queue,
                        why.reason(),
                        why.cause());
            }
        }
        if (Facts.evicted(after) && Facts.reserved(before) && !Facts.reserved(after)) {
            observe(
                    evictionLatency,
                    trueSince(after, WorkloadConditions.EVICTED),
                    Conditions.since(Facts.conditions(after), WorkloadConditions.QUOTA_RESERVED),
                    queue,
                    EvictedFor.of(after).reason());
        }
    }

    private void created(Workload workload) {
        OwnerReference owner = Facts.controllerOf(workload).orElse(null);
        if (creationLatency == null || owner == null || !Facts.conditions(workload).isEmpty()) {
            return;
        }
        Cache<? extends HasMetadata> jobs = jobsByKind.get(owner.getKind());
        if (jobs == null) {
            return;
        }
        jobs.get(Facts.namespace(workload), owner.getName())
                .ifPresent(
                        job ->
                                observe(
                                        creationLatency,
                                        Instant.parse(job.getMetadata().getCreationTimestamp()),
                                        Instant.parse(
                                                workload.getMetadata().getCreationTimestamp()),
                                        owner.getKind()));
    }

    private static void observe(
            Meters.Time meter, @Nullable Instant from, @Nullable Instant to, String... labels) {
        if (from != null && to != null) {
            meter.observe(Math.max(0, Seconds.of(Duration.between(from, to))), labels);
        }
    }

    private static @Nullable Instant trueSince(Workload workload, String type) {
        return Facts.is(workload, type) ? Conditions.since(Facts.conditions(workload), type) : null;
    }
}
