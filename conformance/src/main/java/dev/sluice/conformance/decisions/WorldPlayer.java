package dev.sluice.conformance.decisions;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.api.condition.Conditions;
import dev.sluice.api.condition.WorkloadConditions;
import dev.sluice.api.config.Configuration;
import dev.sluice.api.config.GoDuration;
import dev.sluice.api.v1beta2.Admission;
import dev.sluice.api.v1beta2.ClusterQueue;
import dev.sluice.api.v1beta2.LocalQueue;
import dev.sluice.api.v1beta2.Workload;
import dev.sluice.api.v1beta2.WorkloadSpec;
import dev.sluice.api.v1beta2.WorkloadStatus;
import dev.sluice.conformance.RecordingException;
import dev.sluice.conformance.replay.EngineLog;
import dev.sluice.controllers.queueing.DecisionTexts;
import dev.sluice.controllers.queueing.DecisionWrites;
import dev.sluice.controllers.queueing.EngineConfiguration;
import dev.sluice.controllers.queueing.RequiredChecks;
import dev.sluice.controllers.queueing.WorkloadEvents;
import dev.sluice.controllers.workload.Facts;
import dev.sluice.controllers.workload.Reasons;
import dev.sluice.controllers.workload.StatusChanges;
import dev.sluice.controllers.workload.WorkloadPlan;
import dev.sluice.controllers.workload.WorkloadStep;
import dev.sluice.controllers.workload.WorkloadView;
import dev.sluice.engine.Decision;
import dev.sluice.engine.Engine;
import dev.sluice.engine.Event;
import dev.sluice.engine.reason.Deviation;
import dev.sluice.engine.reason.PendingCause;
import dev.sluice.engine.reason.PendingReason;
import dev.sluice.engine.reason.QueueStatus;
import dev.sluice.engine.spec.EngineSettings;
import dev.sluice.engine.spec.WorkloadKey;
import io.fabric8.kubernetes.api.model.Condition;
import java.io.Serial;
import java.io.Writer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Plays one world: applies its steps to objects, engine and controllers' decisions, and records what each cycle did.
final class WorldPlayer {
    private static final int CARE_STEPS_MAX = 50;
    private static final Set<String> REQUEUED_AT_ONCE =
            Set.of(Reasons.PREEMPTED, Reasons.NODE_FAILURES);

    private static final Set<Deviation> SAFE =
            EnumSet.of(
                    Deviation.T1_WORST_VERDICT,
                    Deviation.T2_EMPTY_POD_SET,
                    Deviation.T3_SLICE_FITS_WHOLE,
                    Deviation.L1_44_WAKE);

    private final Set<PeerHabit> habits;
    private final Configuration configuration;
    private final WorldObjects objects;
    private final WorkloadEvents events;
    private final DecisionWrites writes;
    private final Engine engine;
    private final @Nullable EngineLog log;
    private final CycleRecord record;
    private final Set<WorkloadKey> dirty = new TreeSet<>();
    private Instant now;
    private @Nullable Instant nextCare;

    /// Something of ours broke while a world was played.
    static final class BrokenException extends RuntimeException {
        @Serial private static final long serialVersionUID = 1;

        BrokenException(String at, RuntimeException cause) {
            super(
                    at
                            + ": "
                            + cause
                            + " at "
                            + (cause.getStackTrace().length == 0 ? "?" : cause.getStackTrace()[0]),
                    cause);
        }
    }

    private WorldPlayer(JsonNode world, Set<PeerHabit> habits, @Nullable Writer log) {
        this.habits = habits;
        this.now = Instant.parse(world.path("start").asText());
        this.configuration = WorldSettings.of(world.path("config"));
        this.objects = new WorldObjects(now);
        this.events = new WorkloadEvents(configuration);
        this.writes = new DecisionWrites(configuration);
        EngineSettings settings = EngineConfiguration.settings(configuration);
        this.engine = new Engine(settings);
        this.log = log == null ? null : new EngineLog(log, settings);
        this.record = new CycleRecord(objects, engine, configuration, habits);
    }

    /// @param habits defects of the peer that are imitated
    /// @return the world with our results in place of the recorded ones
    /// @throws BrokenException if the engine or something else of ours fails
    static JsonNode play(JsonNode world, Set<PeerHabit> habits) {
        return play(world, habits, null);
    }

    /// The same.
    ///
    /// @param log gets what goes into the engine and what comes out of it, as [EngineLog] writes it
    static JsonNode play(JsonNode world, Set<PeerHabit> habits, @Nullable Writer log) {
        return playMarked(world, habits, log).world();
    }

    /// A world that was played.
    ///
    /// @param world with our results
    /// @param firstSafe the first step in which the engine has marked a safe deviation that no habit imitates (appendix C.2);
    ///     beyond the last step if there is none
    record Played(JsonNode world, int firstSafe) {}

    static Played playMarked(JsonNode world, Set<PeerHabit> habits, @Nullable Writer log) {
        int firstSafe = Integer.MAX_VALUE;
        ObjectNode played = world.deepCopy();
        String at = "/objects";
        try {
            WorldPlayer player = new WorldPlayer(world, habits, log);
            player.inform(new Event.TimePassed(player.now));
            world.path("objects").forEach(player::apply);
            player.settle();
            ArrayNode steps = (ArrayNode) played.path("steps");
            for (int i = 0; i < steps.size(); i++) {
                at = "/steps/" + i;
                ObjectNode step = (ObjectNode) steps.get(i);
                JsonNode cycle = player.step(step);
                if (cycle != null) {
                    step.set("cycle", cycle);
                }
                if (firstSafe > i && !Collections.disjoint(player.engine.deviations(), SAFE)) {
                    firstSafe = i;
                }
            }
            return new Played(played, firstSafe);
        } catch (RecordingException e) {
            throw e;
        } catch (RuntimeException e) {
            // A world that breaks the engine is one failed world, not the end of the run.
            throw new BrokenException(at, e);
        }
    }

    private @Nullable JsonNode step(JsonNode step) {
        String kind = step.fieldNames().next();
        JsonNode value = step.path(kind);
        switch (kind) {
            case "apply" -> value.forEach(this::apply);
            case "advance" -> advance(GoDuration.parse(value.asText()));
            case "release" -> value.forEach(name -> release(key(name)));
            case "finish" -> value.forEach(name -> finish(key(name)));
            case "delete" -> value.forEach(name -> delete(key(name)));
            case "cycle" -> {
                return cycle();
            }
            default -> throw new RecordingException("step " + kind + ": there is no such step");
        }
        settle();
        return null;
    }

    private static WorkloadKey key(JsonNode name) {
        return WorkloadKey.parse(name.asText());
    }

    private void apply(JsonNode object) {
        if (object.path("kind").asText().equals("Workload")) {
            dirty.add(
                    new WorkloadKey(
                            object.at("/metadata/namespace").asText(),
                            object.at("/metadata/name").asText()));
        }
        if (object.path("kind").asText().equals("LimitRange")) {
            dirty.addAll(objects.workloads().keySet());
        }
        objects.apply(object).ifPresent(this::inform);
    }

    private void advance(Duration duration) {
        Instant target = now.plus(duration);
        while (true) {
            Instant next = earliest(engine.nextDue(), nextCare);
            if (next == null || next.isAfter(target) || !next.isAfter(now)) {
                break;
            }
            pass(next);
        }
        pass(target);
    }

    private void pass(Instant time) {
        now = time;
        inform(new Event.TimePassed(now));
        settle();
    }

    private static @Nullable Instant earliest(@Nullable Instant a, @Nullable Instant b) {
        if (a == null || b == null) {
            return a == null ? b : a;
        }
        return a.isBefore(b) ? a : b;
    }

    /// The pods of an evicted workload have stopped: its quota goes back (L2.40).
    private void release(WorkloadKey key) {
        Workload workload = objects.workload(key);
        Condition eviction =
                Conditions.find(Facts.conditions(workload), WorkloadConditions.EVICTED);
        if (eviction == null || !Facts.evicted(workload) || !Facts.reserved(workload)) {
            return;
        }
        if (!Facts.active(workload)
                && habits.contains(PeerHabit.DEACTIVATION_FREES_QUOTA_AT_ONCE)) {
            // Its quota is long gone, but the peer wakes others now once more.
            inform(new Event.WorkloadDeleted(key));
        }
        write(
                key,
                changes(workload)
                        .set(
                                WorkloadConditions.REQUEUED,
                                REQUEUED_AT_ONCE.contains(eviction.getReason()),
                                eviction.getReason(),
                                eviction.getMessage())
                        .release(Reasons.PENDING_EVALUATION, eviction.getMessage())
                        .done());
    }

    private StatusChanges changes(Workload workload) {
        return StatusChanges.of(workload, now, configuration);
    }

    private void finish(WorkloadKey key) {
        write(
                key,
                changes(objects.workload(key))
                        .finish("Succeeded", "Job finished successfully")
                        .done());
    }

    private void delete(WorkloadKey key) {
        objects.workloads().remove(key);
        dirty.remove(key);
        inform(new Event.WorkloadDeleted(key));
        record.deleted(key);
    }

    /// A write that changes nothing makes no event.
    private void write(WorkloadKey key, WorkloadStatus status) {
        if (!status.equals(objects.workload(key).getStatus())) {
            objects.status(key, status);
            dirty.add(key);
        }
    }

    /// Delivers what has changed and lets the controllers act until nothing changes any more.
    private void settle() {
        boolean changed;
        do {
            changed = false;
            nextCare = null;
            for (WorkloadKey key : List.copyOf(objects.workloads().keySet())) {
                tell(key);
                changed |= care(key);
            }
        } while (changed);
    }

    private void tell(WorkloadKey key) {
        if (dirty.remove(key)) {
            inform(events.changed(asTold(objects.workload(key)), objects));
        }
    }

    private Workload asTold(Workload workload) {
        if (Facts.active(workload)
                || !habits.contains(PeerHabit.DEACTIVATION_FREES_QUOTA_AT_ONCE)) {
            return workload;
        }
        return WorldObjects.with(
                workload, changes(workload).release(Reasons.PENDING_EVALUATION, "").done());
    }

    private boolean care(WorkloadKey key) {
        for (int i = 0; i < CARE_STEPS_MAX; i++) {
            Workload workload = objects.workload(key);
            switch (WorkloadPlan.next(view(workload))) {
                case WorkloadStep.Rest rest -> {
                    nextCare = earliest(nextCare, rest.until());
                    return i > 0;
                }
                case WorkloadStep.ChangeSpec change -> {
                    WorkloadSpec wanted = change.change().apply(workload);
                    if (wanted != null) {
                        objects.spec(key, wanted);
                        dirty.add(key);
                    }
                }
                case WorkloadStep.ChangeStatus change -> {
                    WorkloadStatus wanted = change.change().apply(workload);
                    if (wanted != null) {
                        write(key, wanted);
                    }
                }
                case WorkloadStep.RemoveFinalizer _, WorkloadStep.Delete _ -> {
                    return i > 0;
                }
            }
            tell(key);
        }
        throw new IllegalStateException("the Workload controller never rests about " + key);
    }

    private WorkloadView view(Workload workload) {
        LocalQueue localQueue = objects.localQueueOf(workload);
        Admission admission = Facts.status(workload).admission();
        String name =
                admission != null
                        ? admission.clusterQueue()
                        : localQueue == null || localQueue.getSpec() == null
                                ? null
                                : localQueue.getSpec().clusterQueue();
        ClusterQueue queue = name == null ? null : objects.clusterQueues().get(name);
        QueueStatus status = queue == null || name == null ? null : engine.status(name);
        return new WorkloadView(
                workload,
                localQueue,
                queue,
                status == null || !status.isActive(),
                queue == null || queue.getSpec() == null
                        ? null
                        : RequiredChecks.of(queue.getSpec(), admission),
                Optional.ofNullable(engine.place(WorkloadEvents.key(workload)).bypassed())
                        .map(PendingReason::text),
                configuration,
                now);
    }

    private void inform(Event event) {
        if (log != null) {
            log.event(event);
        }
        engine.apply(event);
    }

    private JsonNode cycle() {
        List<Decision> decisions = engine.cycle(now);
        if (log != null) {
            log.cycle(now, decisions);
        }
        List<CycleRecord.Head> heads = new ArrayList<>();
        for (Decision decision : decisions) {
            carryOut(decision);
        }
        for (Decision decision : decisions) {
            heads.add(
                    new CycleRecord.Head(
                            decision,
                            Conditions.find(
                                    Facts.conditions(objects.workload(decision.workload())),
                                    WorkloadConditions.QUOTA_RESERVED)));
        }
        if (habits.contains(PeerHabit.GATED_REASON_IS_OVERWRITTEN)) {
            decisions.stream().map(Decision::workload).forEach(this::overwriteGated);
        }
        settle();
        return record.of(heads);
    }

    private void overwriteGated(WorkloadKey key) {
        Workload workload = objects.workload(key);
        if (Facts.isNot(workload, WorkloadConditions.QUOTA_RESERVED, Reasons.ADMISSION_GATED)) {
            write(
                    key,
                    changes(workload)
                            .release(
                                    Reasons.PENDING_EVALUATION,
                                    "AdmissionGatedBy cleared, waiting for quota reservation")
                            .done());
        }
    }

    private void carryOut(Decision decision) {
        switch (decision) {
            case Decision.Admit admit -> {
                ClusterQueue queue =
                        Objects.requireNonNull(objects.clusterQueues().get(admit.clusterQueue()));
                Workload workload = objects.workload(admit.workload());
                write(
                        admit.workload(),
                        writes.reserved(
                                workload, admit, Objects.requireNonNull(queue.getSpec()), now));
                if (admit.replaces() != null) {
                    Workload slice = objects.workload(admit.replaces());
                    write(admit.replaces(), writes.replaced(slice, workload, now));
                }
            }
            case Decision.Preempt preempt -> {
                Workload preemptor = objects.workload(preempt.workload());
                for (Decision.Victim victim : preempt.victims()) {
                    if (!victim.alreadyEvicted()) {
                        Workload workload = objects.workload(victim.workload());
                        write(
                                victim.workload(),
                                writes.preempted(workload, victim, preemptor, now));
                    }
                }
                stays(preempt.workload(), DecisionTexts.pending(preempt), false);
            }
            case Decision.Migrate migrate ->
                    stays(migrate.workload(), DecisionTexts.pending(migrate), false);
            case Decision.Pending pending ->
                    DecisionTexts.pending(pending)
                            .ifPresent(
                                    text ->
                                            stays(
                                                    pending.workload(),
                                                    text,
                                                    pending.cause() instanceof PendingCause.Gated));
        }
    }

    private void stays(WorkloadKey key, DecisionTexts.Pending text, boolean gated) {
        Workload workload = objects.workload(key);
        boolean blocked = Facts.is(workload, WorkloadConditions.BLOCKED_ON_PREEMPTION_GATES);
        if (gated && blocked && habits.contains(PeerHabit.GATED_REASON_IS_OVERWRITTEN)) {
            return;
        }
        var requests = events.requests(workload, objects);
        write(
                key,
                gated
                        ? writes.gated(workload, text, requests, now)
                        : writes.pending(workload, text, requests, now));
    }
}
