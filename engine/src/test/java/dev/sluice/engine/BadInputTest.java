package dev.sluice.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.engine.reason.PendingCause;
import dev.sluice.engine.reason.QueueStatus;
import dev.sluice.engine.spec.ClusterQueueSpec;
import dev.sluice.engine.spec.CohortSpec;
import dev.sluice.engine.spec.EngineSettings;
import dev.sluice.engine.spec.FlavorSpec;
import dev.sluice.engine.spec.LocalQueueKey;
import dev.sluice.engine.spec.LocalQueueSpec;
import dev.sluice.engine.spec.PodSetSpec;
import dev.sluice.engine.spec.Quota;
import dev.sluice.engine.spec.Reservation;
import dev.sluice.engine.spec.ResourceGroup;
import dev.sluice.engine.spec.StopPolicy;
import dev.sluice.engine.spec.WorkloadKey;
import dev.sluice.engine.spec.WorkloadSpec;
import dev.sluice.engine.spec.WorkloadStatus;
import dev.sluice.model.Amounts;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SequencedMap;
import org.junit.jupiter.api.Test;

/// Events that contradict what the engine knows lead to the specified reason, and usage stays what a recount says.
class BadInputTest {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    private final Engine engine = new Engine(EngineSettings.defaults());
    private final List<ClusterQueueSpec> queues = new ArrayList<>();
    private final Map<WorkloadKey, WorkloadStatus> statuses = new LinkedHashMap<>();

    BadInputTest() {
        engine.apply(new Event.NamespaceChanged("ns", Map.of()));
        engine.apply(new Event.FlavorChanged(FlavorSpec.of("x")));
        queue("a", 10);
    }

    private void queue(String name, long nominal) {
        SequencedMap<String, Map<String, Quota>> flavors = new LinkedHashMap<>();
        flavors.put("x", Map.of("gpu", Quota.of(nominal)));
        ClusterQueueSpec queue =
                ClusterQueueSpec.of(
                        name, "co", List.of(new ResourceGroup(List.of("gpu"), flavors)));
        queues.removeIf(other -> other.name().equals(name));
        queues.add(queue);
        engine.apply(new Event.ClusterQueueChanged(queue));
        engine.apply(new Event.LocalQueueChanged(LocalQueueSpec.of("ns", name, name)));
    }

    private static WorkloadSpec spec(String name, String queue, String resource, long amount) {
        return WorkloadSpec.of(
                new WorkloadKey("ns", name),
                "u-" + name,
                queue,
                0,
                NOW,
                List.of(PodSetSpec.of("main", 1, Map.of(resource, amount))));
    }

    private void tell(WorkloadSpec spec, WorkloadStatus status) {
        statuses.put(spec.key(), status);
        engine.apply(new Event.WorkloadChanged(spec, status));
    }

    private void run(WorkloadSpec spec, String queue, long amount) {
        tell(
                spec,
                WorkloadStatus.NEW.withReservation(
                        new Reservation(
                                queue,
                                List.of(
                                        new Reservation.PodSetReservation(
                                                "main",
                                                1,
                                                Map.of("gpu", "x"),
                                                Map.of("gpu", amount))),
                                NOW,
                                true)));
    }

    private void end(WorkloadSpec spec) {
        statuses.remove(spec.key());
        engine.apply(new Event.WorkloadDeleted(spec.key()));
    }

    private void checkUsage() {
        UsageEqualsSumOfReserving.check(engine, queues, statuses.values());
    }

    private PendingCause onlyCause() {
        List<Decision> decisions = engine.cycle(NOW);
        assertThat(decisions).hasSize(1);
        assertThat(decisions.getFirst()).isInstanceOf(Decision.Pending.class);
        return decisions.getFirst() instanceof Decision.Pending pending
                ? pending.cause()
                : new PendingCause.NoLongerFits();
    }

    @Test
    void aWorkloadOfAnUnknownQueueWaitsForTheQueue() {
        WorkloadSpec spec = spec("w", "b", "gpu", 1);
        tell(spec, WorkloadStatus.NEW);
        assertThat(engine.cycle(NOW)).isEmpty();
        assertThat(engine.explain(spec.key()).outlook())
                .isEqualTo(new Explanation.NotQueued(Explanation.Obstacle.LOCAL_QUEUE_CLOSED));
        engine.apply(new Event.LocalQueueChanged(LocalQueueSpec.of("ns", "b", "b")));
        assertThat(engine.explain(spec.key()).outlook())
                .isEqualTo(new Explanation.NotQueued(Explanation.Obstacle.CLUSTER_QUEUE_MISSING));
        queue("b", 5);
        assertThat(engine.cycle(NOW)).hasSize(1);
    }

    @Test
    void quotaHeldInAnUnknownQueueCountsWhenTheQueueAppears() {
        run(spec("w", "b", "gpu", 3), "b", 3);
        queue("b", 5);
        checkUsage();
    }

    @Test
    void whatNobodyKnowsMayEndAsOftenAsItLikes() {
        WorkloadSpec spec = spec("w", "a", "gpu", 3);
        run(spec, "a", 3);
        end(spec);
        end(spec);
        engine.apply(new Event.AdmissionConfirmed(spec.key()));
        engine.apply(new Event.AdmissionRefused(spec.key()));
        engine.apply(new Event.PreemptionRefused(spec.key()));
        engine.apply(new Event.ClusterQueueDeleted("unknown"));
        engine.apply(new Event.CohortDeleted("unknown"));
        engine.apply(new Event.LocalQueueDeleted(new LocalQueueKey("ns", "unknown")));
        engine.apply(new Event.FlavorDeleted("unknown"));
        engine.apply(new Event.AdmissionCheckDeleted("unknown"));
        engine.apply(new Event.NamespaceDeleted("unknown"));
        checkUsage();
        assertThat(engine.cycle(NOW)).isEmpty();
        assertThat(engine.explain(spec.key()).outlook())
                .isEqualTo(new Explanation.NotQueued(Explanation.Obstacle.UNKNOWN_WORKLOAD));
    }

    @Test
    void anAdmissionIsRefusedOnceAndOnlyIfItWasAssumed() {
        WorkloadSpec spec = spec("w", "a", "gpu", 3);
        engine.apply(new Event.WorkloadChanged(spec, WorkloadStatus.NEW));
        assertThat(engine.cycle(NOW)).hasSize(1);
        engine.apply(new Event.AdmissionRefused(spec.key()));
        engine.apply(new Event.AdmissionRefused(spec.key()));
        checkUsage();
        assertThat(engine.cycle(NOW)).hasSize(1);
    }

    @Test
    void quotaRemovedUnderRunningWorkloadsEvictsNobody() {
        run(spec("r", "a", "gpu", 8), "a", 8);
        queue("a", 2);
        tell(spec("w", "a", "gpu", 1), WorkloadStatus.NEW);
        assertThat(onlyCause()).isInstanceOf(PendingCause.NoCandidates.class);
        engine.apply(new Event.ClusterQueueDeleted("a"));
        assertThat(engine.cycle(NOW)).isEmpty();
        queue("a", 9);
        checkUsage();
        assertThat(engine.cycle(NOW)).hasSize(1);
    }

    @Test
    void cohortsInACircleTakeTheirQueuesOutUntilItIsBroken() {
        run(spec("r", "a", "gpu", 4), "a", 4);
        tell(spec("w", "a", "gpu", 1), WorkloadStatus.NEW);
        engine.apply(new Event.CohortChanged(new CohortSpec("co", "up", List.of(), 1)));
        engine.apply(new Event.CohortChanged(new CohortSpec("up", "co", List.of(), 1)));
        QueueStatus status = engine.status("a");
        assertThat(status).isNotNull();
        assertThat(status == null ? List.of() : status.inactive())
                .contains(new QueueStatus.Inactive(QueueStatus.Why.COHORT_CYCLE, List.of()));
        engine.cycle(NOW);
        assertThat(engine.rooms("a")).isEmpty();
        checkUsage();
        engine.apply(new Event.CohortChanged(new CohortSpec("co", "co", List.of(), 1)));
        engine.cycle(NOW);
        checkUsage();
        engine.apply(new Event.CohortChanged(new CohortSpec("co", null, List.of(), 1)));
        engine.apply(new Event.CohortChanged(new CohortSpec("up", null, List.of(), 1)));
        assertThat(engine.cycle(NOW)).hasSize(1);
    }

    @Test
    void negativeAmountsCountAsNothing() {
        run(spec("r", "a", "gpu", -5), "a", -5);
        queue("b", -7);
        tell(spec("w", "a", "gpu", -3), WorkloadStatus.NEW);
        List<Decision> decisions = engine.cycle(NOW);
        assertThat(decisions).hasSize(1);
        assertThat(decisions.getFirst()).isInstanceOf(Decision.Admit.class);
        assertThat(engine.rooms("a").getFirst().used()).isZero();
        assertThat(engine.rooms("b").getFirst().nominal()).isZero();
    }

    /// Sums stop at the greatest number; taking out again what led there gives the true sum.
    @Test
    void sumsBeyondTheGreatestNumberComeBack() {
        long half = Amounts.UNLIMITED / 2;
        queue("a", Amounts.UNLIMITED);
        List<WorkloadSpec> specs = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            WorkloadSpec spec = spec("r" + i, "a", "gpu", half - i);
            specs.add(spec);
            run(spec, "a", half - i);
        }
        assertThat(engine.rooms("a").getFirst().used()).isEqualTo(Amounts.UNLIMITED - 1);
        Collections.shuffle(specs, new Random(1));
        for (WorkloadSpec spec : specs.subList(0, 3)) {
            end(spec);
        }
        checkUsage();
        assertThat(engine.rooms("a").getLast().used())
                .isEqualTo(engine.rooms("a").getFirst().used());
        end(specs.getLast());
        checkUsage();
        assertThat(engine.rooms("a").getLast().used()).isZero();
    }

    @Test
    void capacityReservedBeyondTheGreatestNumberIsGivenBack() {
        run(spec("r", "a", "gpu", 4), "a", 4);
        queue("b", Amounts.UNLIMITED);
        tell(spec("w", "a", "gpu", Amounts.UNLIMITED), WorkloadStatus.NEW);
        tell(spec("v", "b", "gpu", Amounts.UNLIMITED), WorkloadStatus.NEW);
        for (Decision decision : engine.cycle(NOW)) {
            engine.apply(new Event.AdmissionRefused(decision.workload()));
        }
        checkUsage();
        assertThat(engine.rooms("a").getLast().used()).isEqualTo(4);
    }

    @Test
    void anUndeclaredResourceIsNamed() {
        tell(spec("w", "a", "tpu", 1), WorkloadStatus.NEW);
        assertThat(onlyCause().toString()).contains("Undeclared[resource=tpu]");
    }

    @Test
    void aLostNamespaceIsTheReason() {
        tell(spec("w", "a", "gpu", 1), WorkloadStatus.NEW);
        engine.apply(new Event.NamespaceDeleted("ns"));
        assertThat(onlyCause()).isInstanceOf(PendingCause.NamespaceMissing.class);
    }

    @Test
    void aReservationThatContradictsItsSpecCountsAsItSays() {
        WorkloadSpec spec = spec("w", "a", "gpu", 1);
        run(spec, "a", 7);
        checkUsage();
        run(spec, "b", 2);
        queue("b", 1);
        checkUsage();
        end(spec);
        checkUsage();
    }

    /// What an earlier process has published does not fade for the years before the engine is told the time (R7.22).
    @Test
    void aLedgerOpenedBeforeTheTimeIsKnownKeepsItsConsumption() {
        EngineSettings settings =
                new EngineSettings(
                        EngineSettings.defaults().features(),
                        null,
                        new EngineSettings.AdmissionFairSharing(
                                Duration.ofHours(1), Duration.ofSeconds(1), Map.of()),
                        false,
                        false,
                        false);
        Engine sharing = new Engine(settings);
        LocalQueueKey key = new LocalQueueKey("ns", "a");
        sharing.apply(
                new Event.LocalQueueChanged(
                        new LocalQueueSpec(
                                key, "a", StopPolicy.NONE, 1, Map.of("gpu", BigDecimal.TEN))));
        sharing.apply(new Event.TimePassed(NOW));
        assertThat(sharing.consumed(key)).containsEntry("gpu", BigDecimal.TEN);
        assertThat(sharing.nextDue()).isEqualTo(NOW.plusSeconds(1));
        assertThat(sharing.cycle(NOW.plusSeconds(3600))).isEmpty();
        assertThat(sharing.consumed(key).get("gpu"))
                .isBetween(new BigDecimal("4.99"), new BigDecimal("5.01"));
    }
}
