package dev.sluice.controllers.queueing;

import dev.sluice.api.condition.Conditions;
import dev.sluice.api.condition.WorkloadConditions;
import dev.sluice.api.config.Configuration;
import dev.sluice.api.feature.FeatureGate;
import dev.sluice.api.name.Annotations;
import dev.sluice.api.name.Labels;
import dev.sluice.api.v1beta2.ClusterQueue;
import dev.sluice.api.v1beta2.PodSetRequest;
import dev.sluice.api.v1beta2.Workload;
import dev.sluice.api.v1beta2.WorkloadStatus;
import dev.sluice.controllers.event.EventRecorder;
import dev.sluice.controllers.event.Happening;
import dev.sluice.controllers.event.Reporters;
import dev.sluice.controllers.workload.Eviction;
import dev.sluice.controllers.workload.Facts;
import dev.sluice.controllers.workload.Reasons;
import dev.sluice.controllers.workload.StatusChanges;
import dev.sluice.controllers.workload.WorkloadWriter;
import dev.sluice.engine.Decision;
import dev.sluice.engine.reason.PendingCause;
import dev.sluice.engine.spec.WorkloadKey;
import dev.sluice.reconcile.Cache;
import dev.sluice.reconcile.Cluster;
import dev.sluice.reconcile.Key;
import dev.sluice.reconcile.Loop;
import dev.sluice.reconcile.Outcome;
import dev.sluice.reconcile.Reconciler;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Writes what the engine has decided: reservations, evictions of victims, and why the others wait. Decisions about
/// one workload are written in order, those about different ones side by side. What cannot be written is reported back
/// to the engine, which has assumed it.
public final class DecisionWriter implements Reconciler {
    private static final Logger LOG = LoggerFactory.getLogger(DecisionWriter.class);
    private static final int WORKERS = 32;
    private static final Duration REFUSAL_PAUSE = Duration.ofSeconds(1);

    private final Cluster cluster;
    private final Configuration settings;
    private final WorkloadWriter writer;
    private final EventRecorder events;
    private final QueueingRoom room;
    private final Function<Workload, List<PodSetRequest>> requests;
    private final DecisionWrites writes;
    private final Cache<Workload> workloads;
    private final Cache<ClusterQueue> clusterQueues;
    private final Loop loop;
    private final Map<Key, Deque<Task>> tasks = new HashMap<>();

    /// A decision, and the generation of the workload that it is about.
    private record Task(Decision decision, long generation) {}

    /// @param requests what `status.resourceRequests` of a workload says
    DecisionWriter(
            Cluster cluster,
            Configuration settings,
            WorkloadWriter writer,
            EventRecorder events,
            QueueingRoom room,
            Function<Workload, List<PodSetRequest>> requests) {
        this.cluster = cluster;
        this.settings = settings;
        this.writer = writer;
        this.events = events;
        this.room = room;
        this.requests = requests;
        this.writes = new DecisionWrites(settings);
        this.workloads = cluster.cache(Workload.class);
        this.clusterQueues = cluster.cache(ClusterQueue.class);
        this.loop = cluster.loop("decisions", WORKERS, this);
    }

    /// Takes over a decision; called by the engine's owner.
    void accept(Decision decision, long generation) {
        Key key = key(decision.workload());
        synchronized (tasks) {
            Deque<Task> waiting = tasks.computeIfAbsent(key, _ -> new ArrayDeque<>());
            if (waiting.peekLast() instanceof Task(Decision.Pending _, long _)) {
                waiting.removeLast();
            }
            waiting.addLast(new Task(decision, generation));
        }
        loop.enqueue(key);
    }

    @Override
    public Outcome reconcile(Key key) {
        Task task;
        while ((task = next(key)) != null) {
            write(task);
        }
        return Outcome.done();
    }

    private @Nullable Task next(Key key) {
        synchronized (tasks) {
            Deque<Task> waiting = tasks.get(key);
            Task task = waiting == null ? null : waiting.pollFirst();
            if (task == null) {
                tasks.remove(key);
            }
            return task;
        }
    }

    private void write(Task task) {
        switch (task.decision()) {
            case Decision.Admit admit -> admit(admit, task.generation());
            case Decision.Preempt preempt -> preempt(preempt);
            case Decision.Migrate migrate -> migrate(migrate);
            case Decision.Pending pending ->
                    DecisionTexts.pending(pending)
                            .ifPresent(text -> pending(pending.workload(), text, pending.cause()));
        }
    }

    private void admit(Decision.Admit decision, long generation) {
        try {
            Workload written =
                    writer.status(
                            key(decision.workload()),
                            newest -> reserved(newest, decision, generation));
            if (written == null) {
                room.admissionRefused(decision.workload());
            } else {
                tellReservation(decision, written);
                replace(decision, written);
            }
        } catch (KubernetesClientException refused) {
            LOG.atWarn()
                    .addKeyValue("workload", decision.workload())
                    .addKeyValue("error", refused.getMessage())
                    .log("admission not written");
            cluster.clock()
                    .schedule(
                            now().plus(REFUSAL_PAUSE),
                            () -> room.admissionRefused(decision.workload()));
        }
    }

    /// Null when the workload is not the one any more that was decided about.
    private @Nullable WorkloadStatus reserved(
            Workload workload, Decision.Admit decision, long generation) {
        ClusterQueue queue = clusterQueues.get(Key.cluster(decision.clusterQueue())).orElse(null);
        if (queue == null
                || queue.getSpec() == null
                || Facts.generation(workload) != generation
                || !mayReserve(workload)) {
            return null;
        }
        return writes.reserved(workload, decision, queue.getSpec(), now());
    }

    private static boolean mayReserve(Workload workload) {
        return Facts.active(workload)
                && !Facts.finished(workload)
                && !Facts.reserved(workload)
                && !Facts.deleting(workload);
    }

    private void tellReservation(Decision.Admit decision, Workload written) {
        long waited = Math.max(0, Duration.between(queuedSince(written), now()).toSeconds());
        tell(written, Reasons.QUOTA_RESERVED, DecisionTexts.quotaReserved(decision, waited));
        if (Facts.admitted(written)) {
            tell(written, Reasons.ADMITTED, DecisionTexts.admitted(decision.clusterQueue(), 0));
        }
    }

    private static Instant queuedSince(Workload workload) {
        Instant requeued =
                Conditions.since(Facts.conditions(workload), WorkloadConditions.REQUEUED);
        return requeued != null
                ? requeued
                : Instant.parse(workload.getMetadata().getCreationTimestamp());
    }

    /// The slice of an elastic job that this one takes the place of is done (R9.19).
    private void replace(Decision.Admit decision, Workload written) {
        if (decision.replaces() == null) {
            return;
        }
        Workload old =
                writer.status(
                        key(decision.replaces()),
                        newest -> writes.replaced(newest, written, now()));
        if (old != null) {
            events.record(
                    old,
                    new Happening(
                            false,
                            "WorkloadSliceReplaced",
                            "Replaced",
                            DecisionTexts.sliceReplaced(
                                    written.getMetadata().getUid(), jobUid(written)),
                            Reporters.ADMISSION));
        }
    }

    private void preempt(Decision.Preempt decision) {
        Workload preemptor = workloads.get(key(decision.workload())).orElse(null);
        if (preemptor == null) {
            decision.victims().forEach(victim -> room.preemptionRefused(victim.workload()));
            return;
        }
        List<Decision.Victim> failed = new ArrayList<>();
        for (Decision.Victim victim : decision.victims()) {
            if (!victim.alreadyEvicted() && !evict(victim, preemptor)) {
                failed.add(victim);
            }
        }
        boolean allFailed = failed.size() == decision.victims().size();
        pending(
                decision.workload(),
                allFailed
                        ? DecisionTexts.preemptionFailed(decision)
                        : DecisionTexts.pending(decision),
                null);
        failed.forEach(victim -> room.preemptionRefused(victim.workload()));
    }

    /// Whether the victim is on its way out, by us or by somebody else.
    private boolean evict(Decision.Victim victim, Workload preemptor) {
        String message =
                DecisionTexts.preempted(
                        victim, preemptor.getMetadata().getUid(), jobUid(preemptor));
        Eviction eviction = Eviction.of(Reasons.PREEMPTED, message);
        try {
            Workload written =
                    writer.status(
                            key(victim.workload()),
                            newest ->
                                    !Facts.reserved(newest)
                                                    || Facts.evicted(newest)
                                                    || Facts.finished(newest)
                                            ? null
                                            : writes.preempted(newest, victim, preemptor, now()));
            if (written != null) {
                tellPreemption(victim, eviction, written, preemptor);
            }
            return true;
        } catch (KubernetesClientException refused) {
            LOG.atWarn()
                    .addKeyValue("victim", victim.workload())
                    .addKeyValue("error", refused.getMessage())
                    .log("eviction not written");
            return false;
        }
    }

    private void tellPreemption(
            Decision.Victim victim, Eviction eviction, Workload written, Workload preemptor) {
        DecisionTexts.Priority ours = priority(preemptor);
        DecisionTexts.Priority theirs = priority(written);
        tell(written, eviction.eventReason(), eviction.message());
        tell(
                written,
                Reasons.PREEMPTED,
                eviction.message() + "; " + DecisionTexts.priorities(ours, theirs));
        tell(
                preemptor,
                "PreemptedWorkload",
                DecisionTexts.preemptedWorkload(
                        victim, written.getMetadata().getUid(), ours, theirs));
    }

    private DecisionTexts.Priority priority(Workload workload) {
        Integer base = Facts.spec(workload).priority();
        String boost =
                settings.gates().isOn(FeatureGate.PRIORITY_BOOST)
                        ? Facts.annotation(workload, Annotations.PRIORITY_BOOST)
                        : null;
        return new DecisionTexts.Priority(base == null ? 0 : base, number(boost));
    }

    private static int number(@Nullable String text) {
        try {
            return text == null ? 0 : Integer.parseInt(text);
        } catch (NumberFormatException malformed) {
            return 0;
        }
    }

    private void migrate(Decision.Migrate decision) {
        Workload preemptor = workloads.get(key(decision.workload())).orElse(null);
        if (preemptor == null) {
            room.preemptionRefused(decision.sibling());
            return;
        }
        Eviction eviction =
                Eviction.of(
                        "FlavorMigration",
                        "Evicted to accommodate a workload (UID: %s) due to migration to more favorable resource flavor"
                                .formatted(preemptor.getMetadata().getUid()));
        Workload written =
                writer.status(
                        key(decision.sibling()),
                        newest ->
                                Facts.evicted(newest) || !Facts.reserved(newest)
                                        ? null
                                        : changes(newest).evict(eviction).done());
        if (written != null) {
            tell(written, eviction.eventReason(), eviction.message());
        }
        pending(decision.workload(), DecisionTexts.pending(decision), null);
    }

    /// Says why a workload waits; once, as long as the reason is the same. That others are waited for is no event, and
    /// leaves the requests alone: recorded.
    private void pending(
            WorkloadKey key, DecisionTexts.Pending text, @Nullable PendingCause cause) {
        AtomicReference<@Nullable Condition> before = new AtomicReference<>();
        Workload written =
                writer.status(
                        key(key),
                        newest -> {
                            before.set(reservation(newest));
                            return mayReserve(newest) ? waiting(newest, text, cause) : null;
                        });
        if (written != null
                && !(cause instanceof PendingCause.WaitsForPodsReady)
                && !ConstraintNotice.isSame(before.get(), reservation(written))) {
            String reason =
                    Conditions.reason(Facts.conditions(written), WorkloadConditions.QUOTA_RESERVED);
            events.record(
                    written,
                    Happening.warning(
                            Reporters.ADMISSION,
                            reason == null ? text.reason().text() : reason,
                            text.message()));
        }
    }

    private static @Nullable Condition reservation(Workload workload) {
        return Conditions.find(Facts.conditions(workload), WorkloadConditions.QUOTA_RESERVED);
    }

    private WorkloadStatus waiting(
            Workload workload, DecisionTexts.Pending text, @Nullable PendingCause cause) {
        List<PodSetRequest> requested =
                cause instanceof PendingCause.WaitsForPodsReady
                        ? Facts.status(workload).resourceRequests()
                        : requests.apply(workload);
        return cause instanceof PendingCause.Gated
                ? writes.gated(workload, text, requested, now())
                : writes.pending(workload, text, requested, now());
    }

    private StatusChanges changes(Workload workload) {
        return StatusChanges.of(workload, now(), settings);
    }

    private void tell(Workload workload, String reason, String note) {
        events.record(workload, Happening.normal(Reporters.ADMISSION, reason, note));
    }

    private static String jobUid(Workload workload) {
        String uid = Facts.label(workload, Labels.JOB_UID);
        return uid == null ? "" : uid;
    }

    private Instant now() {
        return cluster.clock().instant();
    }

    private static Key key(WorkloadKey key) {
        return new Key(key.namespace(), key.name());
    }
}
