package dev.sluice.controllers.multicluster;

import dev.sluice.api.condition.Conditions;
import dev.sluice.api.condition.WorkloadConditions;
import dev.sluice.api.feature.FeatureGate;
import dev.sluice.api.name.PreemptionGates;
import dev.sluice.api.v1beta2.GatePosition;
import dev.sluice.api.v1beta2.PreemptionGateState;
import dev.sluice.api.v1beta2.Workload;
import dev.sluice.api.v1beta2.WorkloadStatus;
import dev.sluice.controllers.workload.Facts;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Whose turn it is to preempt (KEP-8303): of all copies of one Workload, one at a time, in the order in which they asked for
/// it, and a next one only when the time of the last one is over.
sealed interface PreemptionTurn {

    /// The gate of the copy on this cluster is to be opened.
    record Open(String cluster) implements PreemptionTurn {}

    /// Somebody waits for a turn that is still another one's.
    record WaitUntil(Instant instant) implements PreemptionTurn {}

    /// Nobody asks.
    record Idle() implements PreemptionTurn {}

    /// A copy of the Workload.
    ///
    /// @param openSince when its gate was opened; null while it is closed
    /// @param askingSince when it signalled that it could preempt but for the gate; null when it does not
    record Replica(String cluster, @Nullable Instant openSince, @Nullable Instant askingSince) {

        /// What a copy says of itself. A gate that its status does not mention is closed.
        static Replica of(String cluster, Workload copy) {
            WorkloadStatus status = Facts.status(copy);
            Instant open =
                    status.preemptionGates().stream()
                            .filter(gate -> gate.name().equals(PreemptionGates.MULTIKUEUE))
                            .filter(gate -> gate.position() == GatePosition.OPEN)
                            .map(gate -> Instant.parse(gate.lastTransitionTime()))
                            .findFirst()
                            .orElse(null);
            boolean gated =
                    Facts.spec(copy).preemptionGates().stream()
                            .anyMatch(gate -> gate.name().equals(PreemptionGates.MULTIKUEUE));
            boolean asks = gated && Facts.is(copy, WorkloadConditions.BLOCKED_ON_PREEMPTION_GATES);
            return new Replica(
                    cluster,
                    open,
                    asks
                            ? Conditions.since(
                                    status.conditions(),
                                    WorkloadConditions.BLOCKED_ON_PREEMPTION_GATES)
                            : null);
        }

        private boolean asks() {
            return openSince == null && askingSince != null;
        }
    }

    /// Whose turn it is among the copies of a Workload; nobody's where none has to ask.
    static PreemptionTurn of(DispatchView view) {
        if (!view.settings().gates().isOn(FeatureGate.MULTIKUEUE_ORCHESTRATED_PREEMPTION)) {
            return new Idle();
        }
        List<Replica> connected = new ArrayList<>();
        view.remotes()
                .forEach(
                        (cluster, remote) -> {
                            Workload copy = remote.standing();
                            if (copy != null) {
                                connected.add(Replica.of(cluster, copy));
                            }
                        });
        List<Replica> lost = new ArrayList<>();
        view.lost().forEach((cluster, copy) -> lost.add(Replica.of(cluster, copy)));
        return of(
                connected,
                lost,
                view.now(),
                view.settings().multiKueue().singleClusterPreemptionTimeout());
    }

    /// @param connected replicas of connected workers, and of lost ones as they were last seen: an open gate counts wherever it is (FC17)
    /// @param timeout how long a turn lasts
    static PreemptionTurn of(
            Collection<Replica> connected,
            Collection<Replica> lost,
            Instant now,
            Duration timeout) {
        Optional<Replica> first =
                connected.stream()
                        .filter(Replica::asks)
                        .min(
                                Comparator.comparing(Replica::askingSince)
                                        .thenComparing(Replica::cluster));
        if (first.isEmpty()) {
            return new Idle();
        }
        Instant over =
                Stream.concat(connected.stream(), lost.stream())
                        .map(Replica::openSince)
                        .filter(Objects::nonNull)
                        .max(Comparator.naturalOrder())
                        .map(opened -> opened.plus(timeout))
                        .orElse(Instant.MIN);
        return over.isAfter(now) ? new WaitUntil(over) : new Open(first.get().cluster());
    }

    /// The status of a copy whose gate is open from now on.
    static WorkloadStatus opened(WorkloadStatus status, Instant now) {
        List<PreemptionGateState> gates = new ArrayList<>(status.preemptionGates());
        gates.removeIf(gate -> gate.name().equals(PreemptionGates.MULTIKUEUE));
        gates.add(
                new PreemptionGateState(
                        PreemptionGates.MULTIKUEUE, GatePosition.OPEN, Conditions.time(now)));
        return status.withPreemptionGates(gates);
    }
}
