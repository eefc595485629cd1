package dev.sluice.engine.twin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.engine.Decision;
import dev.sluice.engine.Engine;
import dev.sluice.engine.Explanation;
import dev.sluice.engine.UsageEqualsSumOfReserving;
import dev.sluice.engine.reason.PendingCause;
import dev.sluice.engine.reason.Room;
import dev.sluice.engine.spec.ClusterQueueSpec;
import dev.sluice.engine.spec.Reservation;
import dev.sluice.engine.spec.WorkloadKey;
import dev.sluice.engine.spec.WorkloadStatus;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/// Invariant: the engine decides a world as its slow twin does, explains it as it decides it, and nothing that it tries on
/// the way leaves a trace.
final class EngineEqualsTwin {

    private static final Instant NOW = Instant.EPOCH.plusSeconds(100);

    private EngineEqualsTwin() {}

    /// Plays the world; says what became of each pending workload.
    static Map<String, String> check(SmallWorld world) {
        Engine engine = new Engine(world.settings());
        world.events().forEach(engine::apply);
        List<Room> before = rooms(engine, world);
        Map<WorkloadKey, Explanation> explained = new HashMap<>();
        for (SmallWorld.Member member : world.pending()) {
            WorkloadKey key = member.spec().key();
            explained.put(key, engine.explain(key));
        }
        assertThat(rooms(engine, world)).as("rooms after explanations").isEqualTo(before);
        List<Decision> decisions = engine.cycle(NOW);
        Map<String, String> outcomes = new TreeMap<>();
        List<WorkloadStatus> statuses = new ArrayList<>();
        world.running().forEach(member -> statuses.add(member.status()));
        for (Decision decision : decisions) {
            outcomes.put(decision.workload().name(), outcome(decision));
            if (decision instanceof Decision.Admit admit) {
                statuses.add(
                        WorkloadStatus.NEW.withReservation(
                                new Reservation(admit.clusterQueue(), admit.podSets(), NOW, true)));
            }
        }
        assertThat(outcomes).isEqualTo(TwinCycle.outcomes(world));
        UsageEqualsSumOfReserving.check(engine, world.queues(), statuses);
        ConstraintsHold.check(world, decisions);
        ExplanationsHold.check(world, decisions, explained);
        if (decisions.stream().noneMatch(Decision.Admit.class::isInstance)) {
            assertThat(rooms(engine, world)).as("rooms after the cycle").isEqualTo(before);
        }
        return outcomes;
    }

    private static List<Room> rooms(Engine engine, SmallWorld world) {
        List<Room> rooms = new ArrayList<>();
        for (ClusterQueueSpec queue : world.queues()) {
            rooms.addAll(engine.rooms(queue.name()));
        }
        return rooms;
    }

    private static String outcome(Decision decision) {
        return switch (decision) {
            case Decision.Admit admit ->
                    (admit.replaces() == null ? "admit " : "replace " + admit.replaces().name())
                            + admit.podSets().stream()
                                    .map(Reservation.PodSetReservation::count)
                                    .toList()
                            + TwinTree.usageOf(admit.podSets());
            case Decision.Preempt preempt -> "preempt " + victims(preempt);
            case Decision.Migrate _ -> "migrate";
            case Decision.Pending pending ->
                    switch (pending.cause()) {
                        case PendingCause.NoFit _ -> "no fit";
                        case PendingCause.NoCandidates _ -> "no candidates";
                        case PendingCause.Gated _ -> "gated";
                        case PendingCause.DeferredFit _ -> "deferred";
                        case PendingCause.Overlap _ -> "overlap";
                        case PendingCause.NoLongerFits _ -> "no longer fits";
                        default -> pending.cause().toString();
                    };
        };
    }

    private static Set<String> victims(Decision.Preempt preempt) {
        Set<String> victims = new TreeSet<>();
        for (Decision.Victim victim : preempt.victims()) {
            WorkloadKey key = victim.workload();
            victims.add(key.name() + " " + victim.reason());
        }
        return victims;
    }
}
