package dev.sluice.controllers.multicluster;

import dev.sluice.api.condition.Conditions;
import dev.sluice.api.condition.WorkloadConditions;
import dev.sluice.api.name.PreemptionGates;
import dev.sluice.api.v1beta2.CheckState;
import dev.sluice.api.v1beta2.Workload;
import dev.sluice.api.v1beta2.WorkloadStatus;
import dev.sluice.controllers.workload.Facts;
import io.fabric8.kubernetes.api.model.Condition;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// How it stands with a Workload of a manager in its workers, for those who ask why it waits.
///
/// @param check the admission check that sends it there
/// @param chosen the worker that has it; null while it is open which one gets it
/// @param copies in each worker that is asked, is to be asked, or still has one
/// @param mayPreempt whether the dispatcher lets the copies evict
/// @param mayBorrow whether the dispatcher lets the copies borrow
/// @param changes when more workers are asked, or more is allowed to them; null for never
/// @param nextTurn when the next gate may be opened, if somebody waits for it that long; otherwise null
public record DispatchOutlook(
        String check,
        @Nullable String chosen,
        List<Copy> copies,
        boolean mayPreempt,
        boolean mayBorrow,
        @Nullable Instant changes,
        @Nullable Instant nextTurn) {

    /// What there is in one worker.
    ///
    /// @param asked whether it was nominated
    /// @param absentSince since when the worker is not connected; null when it is
    /// @param there whether it has, or had when it was last seen, a copy
    /// @param quota the condition that tells whether the copy has quota there, and why not; null when it tells nothing yet
    /// @param gate whether the copy may evict
    /// @param gateSince when the gate was opened, or when the copy first asked for it; null for neither
    public record Copy(
            String cluster,
            boolean asked,
            @Nullable Instant absentSince,
            boolean there,
            @Nullable Condition quota,
            Gate gate,
            @Nullable Instant gateSince) {}

    /// Whether a copy may evict (KEP-8303).
    public enum Gate {
        /// It has none.
        NONE,
        /// It may not, and would not need to.
        CLOSED,
        /// It may not, and has said that it could get in by evicting.
        ASKED_FOR,
        /// It may.
        OPEN
    }

    /// Empty for a Workload that is not to go to workers, or not yet.
    static Optional<DispatchOutlook> of(DispatchView view) {
        Workload local = view.local();
        String check = view.check();
        if (local == null || check == null || !Facts.reserved(local) || Facts.finished(local)) {
            return Optional.empty();
        }
        WorkloadStatus status = Facts.status(local);
        boolean open = status.clusterName() == null && nextInLine(status, check);
        Nomination nomination = Nomination.of(local, view);
        List<String> asked = open ? nomination.clusters() : status.nominatedClusterNames();
        return Optional.of(
                new DispatchOutlook(
                        check,
                        status.clusterName(),
                        copies(view, asked),
                        !open || nomination.restriction() == Nomination.Restriction.NONE,
                        !open || nomination.restriction() != Nomination.Restriction.STRICT,
                        open ? nomination.until() : null,
                        PreemptionTurn.of(view) instanceof PreemptionTurn.WaitUntil(Instant until)
                                ? until
                                : null));
    }

    /// Whether all other checks are ready and this one is not (L5.36).
    private static boolean nextInLine(WorkloadStatus status, String check) {
        return status.admissionChecks().stream()
                .allMatch(
                        state ->
                                state.name().equals(check)
                                        ? state.state() == CheckState.PENDING
                                        : state.state() == CheckState.READY);
    }

    private static List<Copy> copies(DispatchView view, List<String> asked) {
        Set<String> clusters = new LinkedHashSet<>(view.clusters());
        clusters.addAll(asked);
        view.remotes()
                .forEach(
                        (cluster, remote) -> {
                            if (remote.standing() != null) {
                                clusters.add(cluster);
                            }
                        });
        clusters.addAll(view.lost().keySet());
        List<Copy> copies = new ArrayList<>();
        for (String cluster : clusters) {
            DispatchView.Remote remote = view.remotes().get(cluster);
            copies.add(
                    copy(
                            cluster,
                            asked.contains(cluster),
                            view.absences().get(cluster),
                            remote == null ? view.lost().get(cluster) : remote.standing()));
        }
        return copies;
    }

    private static Copy copy(
            String cluster, boolean asked, @Nullable Instant absentSince, @Nullable Workload copy) {
        if (copy == null) {
            return new Copy(cluster, asked, absentSince, false, null, Gate.NONE, null);
        }
        PreemptionTurn.Replica replica = PreemptionTurn.Replica.of(cluster, copy);
        return new Copy(
                cluster,
                asked,
                absentSince,
                true,
                Conditions.find(Facts.conditions(copy), WorkloadConditions.QUOTA_RESERVED),
                gate(copy, replica),
                replica.openSince() == null ? replica.askingSince() : replica.openSince());
    }

    private static Gate gate(Workload copy, PreemptionTurn.Replica replica) {
        if (replica.openSince() != null) {
            return Gate.OPEN;
        }
        if (replica.askingSince() != null) {
            return Gate.ASKED_FOR;
        }
        return Facts.spec(copy).preemptionGates().stream()
                        .anyMatch(gate -> gate.name().equals(PreemptionGates.MULTIKUEUE))
                ? Gate.CLOSED
                : Gate.NONE;
    }
}
