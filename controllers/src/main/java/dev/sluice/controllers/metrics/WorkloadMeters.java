package dev.sluice.controllers.metrics;

import dev.sluice.api.condition.Conditions;
import dev.sluice.api.condition.WorkloadConditions;
import dev.sluice.api.v1beta2.Admission;
import dev.sluice.api.v1beta2.ClusterQueue;
import dev.sluice.api.v1beta2.Cohort;
import dev.sluice.api.v1beta2.PriorityClassRef;
import dev.sluice.api.v1beta2.Workload;
import dev.sluice.controllers.workload.Facts;
import dev.sluice.controllers.workload.Reasons;
import dev.sluice.reconcile.Cache;
import dev.sluice.reconcile.Change;
import dev.sluice.reconcile.Cluster;
import dev.sluice.reconcile.Key;
import io.fabric8.kubernetes.api.model.Condition;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Counts what happens to Workloads, and how long it took, from the changes of their conditions. What was so before this
/// process started is not counted again.
final class WorkloadMeters {
    private static final Pattern PREEMPTOR = Pattern.compile("preemptor path: \\S*/([^/;\\s]+)");
    private static final Pattern CONSTRAINT = Pattern.compile("(cannot-(?:preempt|borrow)) is set");
    private static final int WAIT_BOUNDS = 14;
    private static final int LONG_BOUNDS = 16;

    private final PrometheusRegistry registry;
    private final LocalQueueChoice localQueues;
    private final Cache<ClusterQueue> clusterQueues;
    private final Cache<Cohort> cohorts;
    private final Counted reserved;
    private final Counted admitted;
    private final Counted finished;
    private final Counter evicted;
    private final Counter evictedOnce;
    private final @Nullable Counter evictedOfLocalQueue;
    private final @Nullable Counter admittedBelow;
    private final Counter preempted;
    private final Counter replacedSlices;
    private final Counter constrained;
    private final Timed reservedWait;
    private final Timed admissionWait;
    private final Timed checksWait;
    private final Timed readyWait;
    private final Timed admittedUntilReady;
    private final Timed execution;

    /// @param ofCohorts admissions are counted for cohorts too
    WorkloadMeters(
            Cluster cluster,
            PrometheusRegistry registry,
            LocalQueueChoice localQueues,
            boolean ofCohorts) {
        this.clusterQueues = cluster.cache(ClusterQueue.class);
        this.cohorts = cluster.cache(Cohort.class);
        this.registry = registry;
        this.localQueues = localQueues;
        reserved = counted("quota_reserved_workloads_total", "Reservations");
        admitted = counted("admitted_workloads_total", "Admissions");
        finished = counted("finished_workloads_total", "Finished workloads");
        evicted =
                counter(
                        "evicted_workloads_total",
                        "Evictions",
                        "cluster_queue",
                        "reason",
                        "underlying_cause",
                        "priority_class");
        evictedOfLocalQueue = localQueues.on() ? evictionsOfLocalQueues() : null;
        admittedBelow = ofCohorts ? admissionsBelowCohorts() : null;
        evictedOnce =
                counter(
                        "evicted_workloads_once_total",
                        "First evictions of a workload for a reason and cause",
                        "cluster_queue",
                        "reason",
                        "underlying_cause",
                        "priority_class");
        preempted =
                counter(
                        "preempted_workloads_total",
                        "Preempted workloads",
                        "preempting_cluster_queue",
                        "reason");
        replacedSlices =
                counter(
                        "replaced_workload_slices_total",
                        "Slices of elastic jobs that a greater one has replaced",
                        "cluster_queue");
        constrained =
                counter(
                        "admission_constrained_workloads_total",
                        "How often a constraint of its own became the reason why a workload waits",
                        "local_queue",
                        "namespace",
                        "constraint");
        reservedWait = timed("quota_reserved_wait_time_seconds", "Queued to reserved", WAIT_BOUNDS);
        admissionWait = timed("admission_wait_time_seconds", "Queued to admitted", LONG_BOUNDS);
        checksWait =
                timed("admission_checks_wait_time_seconds", "Reserved to admitted", WAIT_BOUNDS);
        readyWait = timed("ready_wait_time_seconds", "Queued to ready", WAIT_BOUNDS);
        admittedUntilReady =
                timed("admitted_until_ready_wait_time_seconds", "Admitted to ready", WAIT_BOUNDS);
        execution =
                timed(
                        "execution_time_seconds",
                        "Admitted time of a finished workload",
                        LONG_BOUNDS);
        cluster.cache(Workload.class).onChange(this::changed);
    }

    /// A counter for ClusterQueues, and one for LocalQueues where those are wanted.
    private record Counted(
            Counter byClusterQueue, @Nullable Counter byLocalQueue, LocalQueueChoice choice) {
        void inc(String clusterQueue, Workload workload) {
            String priority = priorityClass(workload);
            byClusterQueue.labelValues(clusterQueue, priority).inc();
            if (byLocalQueue != null && choice.covers(queueOf(workload))) {
                byLocalQueue
                        .labelValues(Facts.queueName(workload), Facts.namespace(workload), priority)
                        .inc();
            }
        }
    }

    /// A histogram for ClusterQueues, and one for LocalQueues where those are wanted.
    private record Timed(
            Histogram byClusterQueue, @Nullable Histogram byLocalQueue, LocalQueueChoice choice) {
        void observe(String clusterQueue, Workload workload, @Nullable Instant from, Instant to) {
            if (from == null) {
                return;
            }
            double seconds = Math.max(0, Seconds.of(Duration.between(from, to)));
            String priority = priorityClass(workload);
            byClusterQueue.labelValues(clusterQueue, priority).observe(seconds);
            if (byLocalQueue != null && choice.covers(queueOf(workload))) {
                byLocalQueue
                        .labelValues(Facts.queueName(workload), Facts.namespace(workload), priority)
                        .observe(seconds);
            }
        }
    }

    private Counter evictionsOfLocalQueues() {
        return counter(
                "local_queue_evicted_workloads_total",
                "Evictions",
                "name",
                "namespace",
                "reason",
                "underlying_cause",
                "priority_class");
    }

    private Counter admissionsBelowCohorts() {
        return counter(
                "cohort_subtree_admitted_workloads_total",
                "Admissions anywhere below a cohort",
                "cohort",
                "priority_class");
    }

    private Counted counted(String name, String help) {
        return new Counted(
                counter(name, help, "cluster_queue", "priority_class"),
                localQueues.on()
                        ? counter(
                                "local_queue_" + name, help, "name", "namespace", "priority_class")
                        : null,
                localQueues);
    }

    private Counter counter(String name, String help, String... labels) {
        return Counter.builder()
                .name("kueue_" + name)
                .help(help)
                .constLabels(Metrics.ROLE)
                .labelNames(labels)
                .register(registry);
    }

    private Timed timed(String name, String help, int bounds) {
        return new Timed(
                histogram(name, help, bounds, "cluster_queue", "priority_class"),
                localQueues.on()
                        ? histogram(
                                "local_queue_" + name,
                                help,
                                bounds,
                                "name",
                                "namespace",
                                "priority_class")
                        : null,
                localQueues);
    }

    private Histogram histogram(String name, String help, int bounds, String... labels) {
        return Histogram.builder()
                .name("kueue_" + name)
                .help(help)
                .constLabels(Metrics.ROLE)
                .labelNames(labels)
                .classicOnly()
                .classicUpperBounds(Seconds.bounds(bounds))
                .register(registry);
    }

    private void changed(Change<Workload> change) {
        Workload before = change.before();
        Workload after = change.after();
        if (after == null) {
            return;
        }
        List<Condition> was = before == null ? List.of() : Facts.conditions(before);
        if (before != null || isNew(after)) {
            waits(was, after);
        }
        Admission admission =
                Facts.status(after).admission() != null || before == null
                        ? Facts.status(after).admission()
                        : Facts.status(before).admission();
        if (before == null || admission == null) {
            return;
        }
        String queue = admission.clusterQueue();
        reservedOrAdmitted(was, after, queue);
        ready(was, after, queue);
        evicted(was, after, queue);
        finished(was, after, queue);
    }

    private static boolean isNew(Workload workload) {
        return Facts.conditions(workload).isEmpty();
    }

    /// A constraint that the words about the waiting did not name before (FB15).
    private void waits(List<Condition> was, Workload workload) {
        String text = waiting(Facts.conditions(workload));
        String before = waiting(was);
        Matcher named = CONSTRAINT.matcher(text);
        while (named.find()) {
            if (!before.contains(named.group())) {
                constrained
                        .labelValues(
                                Facts.queueName(workload),
                                Facts.namespace(workload),
                                named.group(1))
                        .inc();
            }
        }
    }

    private static String waiting(List<Condition> conditions) {
        Condition reserved = Conditions.find(conditions, WorkloadConditions.QUOTA_RESERVED);
        return reserved == null || !"False".equals(reserved.getStatus())
                ? ""
                : reserved.getMessage();
    }

    private void reservedOrAdmitted(List<Condition> was, Workload workload, String queue) {
        List<Condition> is = Facts.conditions(workload);
        Instant queued = queuedSince(workload);
        if (became(WorkloadConditions.QUOTA_RESERVED, was, is)) {
            reserved.inc(queue, workload);
            reservedWait.observe(
                    queue, workload, queued, since(is, WorkloadConditions.QUOTA_RESERVED));
        }
        if (became(WorkloadConditions.ADMITTED, was, is)) {
            Instant now = since(is, WorkloadConditions.ADMITTED);
            admitted.inc(queue, workload);
            if (admittedBelow != null) {
                String priority = priorityClass(workload);
                QuotaTree.above(clusterQueues, cohorts, queue)
                        .forEach(cohort -> admittedBelow.labelValues(cohort, priority).inc());
            }
            admissionWait.observe(queue, workload, queued, now);
            checksWait.observe(queue, workload, since(is, WorkloadConditions.QUOTA_RESERVED), now);
        }
    }

    private void ready(List<Condition> was, Workload workload, String queue) {
        List<Condition> is = Facts.conditions(workload);
        if (became(WorkloadConditions.PODS_READY, was, is)
                && Reasons.STARTED.equals(Conditions.reason(is, WorkloadConditions.PODS_READY))) {
            Instant now = since(is, WorkloadConditions.PODS_READY);
            readyWait.observe(queue, workload, queuedSince(workload), now);
            admittedUntilReady.observe(
                    queue, workload, Conditions.since(is, WorkloadConditions.ADMITTED), now);
        }
    }

    private void evicted(List<Condition> was, Workload workload, String queue) {
        List<Condition> is = Facts.conditions(workload);
        if (!became(WorkloadConditions.EVICTED, was, is)) {
            return;
        }
        EvictedFor why = EvictedFor.of(workload);
        String reason = why.reason();
        String cause = why.cause();
        String priority = priorityClass(workload);
        evicted.labelValues(queue, reason, cause, priority).inc();
        if (evictedOfLocalQueue != null && localQueues.covers(queueOf(workload))) {
            evictedOfLocalQueue
                    .labelValues(
                            Facts.queueName(workload),
                            Facts.namespace(workload),
                            reason,
                            cause,
                            priority)
                    .inc();
        }
        if (why.count() == 1) {
            evictedOnce.labelValues(queue, reason, cause, priority).inc();
        }
        Condition preemption = Conditions.find(is, WorkloadConditions.PREEMPTED);
        if (preemption != null && reason.equals(Reasons.PREEMPTED)) {
            Matcher path = PREEMPTOR.matcher(preemption.getMessage());
            preempted.labelValues(path.find() ? path.group(1) : "", preemption.getReason()).inc();
        }
    }

    private void finished(List<Condition> was, Workload workload, String queue) {
        List<Condition> is = Facts.conditions(workload);
        if (!became(WorkloadConditions.FINISHED, was, is)) {
            return;
        }
        if (Reasons.WORKLOAD_SLICE_REPLACED.equals(
                Conditions.reason(is, WorkloadConditions.FINISHED))) {
            replacedSlices.labelValues(queue).inc();
            return;
        }
        finished.inc(queue, workload);
        Integer past = Facts.status(workload).accumulatedPastExecutionTimeSeconds();
        Instant admittedSince = Conditions.since(is, WorkloadConditions.ADMITTED);
        if (admittedSince != null && Facts.admitted(workload)) {
            execution.observe(
                    queue,
                    workload,
                    admittedSince.minusSeconds(past == null ? 0 : past),
                    since(is, WorkloadConditions.FINISHED));
        }
    }

    private static boolean became(String type, List<Condition> was, List<Condition> is) {
        return Conditions.isTrue(is, type) && !Conditions.isTrue(was, type);
    }

    private static Instant since(List<Condition> conditions, String type) {
        Instant since = Conditions.since(conditions, type);
        return since == null ? Instant.EPOCH : since;
    }

    private static @Nullable Instant queuedSince(Workload workload) {
        Instant requeued =
                Conditions.since(Facts.conditions(workload), WorkloadConditions.REQUEUED);
        String created = workload.getMetadata().getCreationTimestamp();
        return requeued != null || created == null ? requeued : Instant.parse(created);
    }

    private static Key queueOf(Workload workload) {
        return new Key(Facts.namespace(workload), Facts.queueName(workload));
    }

    private static String priorityClass(Workload workload) {
        PriorityClassRef reference = Facts.spec(workload).priorityClassRef();
        return reference == null ? "" : reference.name();
    }
}
