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

    private final Meters meters;
    private final LocalQueueChoice localQueues;
    private final Cache<ClusterQueue> clusterQueues;
    private final Cache<Cohort> cohorts;
    private final Counted reserved;
    private final Counted admitted;
    private final Counted finished;
    private final Meters.Count evicted;
    private final Meters.Count evictedOnce;
    private final Meters.@Nullable Count evictedOfLocalQueue;
    private final Meters.@Nullable Count admittedBelow;
    private final Meters.Count preempted;
    private final Meters.Count replacedSlices;
    private final Meters.Count constrained;
    private final Timed reservedWait;
    private final Timed admissionWait;
    private final Timed checksWait;
    private final Timed readyWait;
    private final Timed admittedUntilReady;
    private final Timed execution;

    /// @param ofCohorts admissions are counted for cohorts too
    WorkloadMeters(
            Cluster cluster, Meters meters, LocalQueueChoice localQueues, boolean ofCohorts) {
        this.clusterQueues = cluster.cache(ClusterQueue.class);
        this.cohorts = cluster.cache(Cohort.class);
        this.meters = meters;
        this.localQueues = localQueues;
        reserved = counted("quota_reserved_workloads_total", "Reservations");
        admitted = counted("admitted_workloads_total", "Admissions");
        finished = counted("finished_workloads_total", "Finished workloads");
        evicted =
                meters.count(
                        "evicted_workloads_total",
                        "Evictions",
                        "cluster_queue",
                        "reason",
                        "underlying_cause",
                        "priority_class");
        evictedOfLocalQueue = localQueues.on() ? evictionsOfLocalQueues() : null;
        admittedBelow = ofCohorts ? admissionsBelowCohorts() : null;
        evictedOnce =
                meters.count(
                        "evicted_workloads_once_total",
                        "First evictions of a workload for a reason and cause",
                        "cluster_queue",
                        "reason",
                        "underlying_cause",
                        "priority_class");
        preempted =
                meters.count(
                        "preempted_workloads_total",
                        "Preempted workloads",
                        "preempting_cluster_queue",
                        "reason");
        replacedSlices =
                meters.count(
                        "replaced_workload_slices_total",
                        "Slices of elastic jobs that a greater one has replaced",
                        "cluster_queue");
        constrained =
                meters.count(
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
            Meters.Count byClusterQueue,
            Meters.@Nullable Count byLocalQueue,
            LocalQueueChoice choice) {
        void inc(String clusterQueue, Workload workload) {
            String priority = priorityClass(workload);
            byClusterQueue.inc(clusterQueue, priority);
            if (byLocalQueue != null && choice.covers(queueOf(workload))) {
                byLocalQueue.inc(Facts.queueName(workload), Facts.namespace(workload), priority);
            }
        }
    }

    /// A histogram for ClusterQueues, and one for LocalQueues where those are wanted.
    private record Timed(
            Meters.Time byClusterQueue,
            Meters.@Nullable Time byLocalQueue,
            LocalQueueChoice choice) {
        void observe(String clusterQueue, Workload workload, @Nullable Instant from, Instant to) {
            if (from == null) {
                return;
            }
            double seconds = Math.max(0, Seconds.of(Duration.between(from, to)));
            String priority = priorityClass(workload);
            byClusterQueue.observe(seconds, clusterQueue, priority);
            if (byLocalQueue != null && choice.covers(queueOf(workload))) {
                byLocalQueue.observe(
                        seconds, Facts.queueName(workload), Facts.namespace(workload), priority);
            }
        }
    }

    private Meters.Count evictionsOfLocalQueues() {
        return meters.count(
                "local_queue_evicted_workloads_total",
                "Evictions",
                "name",
                "namespace",
                "reason",
                "underlying_cause",
                "priority_class");
    }

    private Meters.Count admissionsBelowCohorts() {
        return meters.count(
                "cohort_subtree_admitted_workloads_total",
                "Admissions anywhere below a cohort",
                "cohort",
                "priority_class");
    }

    private Counted counted(String name, String help) {
        return new Counted(
                meters.count(name, help, "cluster_queue", "priority_class"),
                localQueues.on()
                        ? meters.count(
                                "local_queue_" + name, help, "name", "namespace", "priority_class")
                        : null,
                localQueues);
    }

    private Timed timed(String name, String help, int count) {
        double[] bounds = Seconds.bounds(count);
        return new Timed(
                meters.time(name, help, bounds, "cluster_queue", "priority_class"),
                localQueues.on()
                        ? meters.time(
                                "local_queue_" + name,
                                help,
                                bounds,
                                "name",
                                "namespace",
                                "priority_class")
                        : null,
                localQueues);
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
                constrained.inc(
                        Facts.queueName(workload), Facts.namespace(workload), named.group(1));
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
                        .forEach(cohort -> admittedBelow.inc(cohort, priority));
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
        evicted.inc(queue, reason, cause, priority);
        if (evictedOfLocalQueue != null && localQueues.covers(queueOf(workload))) {
            evictedOfLocalQueue.inc(
                    Facts.queueName(workload), Facts.namespace(workload), reason, cause, priority);
        }
        if (why.count() == 1) {
            evictedOnce.inc(queue, reason, cause, priority);
        }
        Condition preemption = Conditions.find(is, WorkloadConditions.PREEMPTED);
        if (preemption != null && reason.equals(Reasons.PREEMPTED)) {
            Matcher path = PREEMPTOR.matcher(preemption.getMessage());
            preempted.inc(path.find() ? path.group(1) : "", preemption.getReason());
        }
    }

    private void finished(List<Condition> was, Workload workload, String queue) {
        List<Condition> is = Facts.conditions(workload);
        if (!became(WorkloadConditions.FINISHED, was, is)) {
            return;
        }
        if (Reasons.WORKLOAD_SLICE_REPLACED.equals(
                Conditions.reason(is, WorkloadConditions.FINISHED))) {
            replacedSlices.inc(queue);
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
