package dev.sluice.controllers.multicluster;

import dev.sluice.api.condition.Conditions;
import dev.sluice.api.condition.WorkloadConditions;
import dev.sluice.api.config.Configuration;
import dev.sluice.api.feature.FeatureGate;
import dev.sluice.api.v1beta2.AdmissionCheckState;
import dev.sluice.api.v1beta2.AdmissionConstraints;
import dev.sluice.api.v1beta2.CheckState;
import dev.sluice.api.v1beta2.Workload;
import dev.sluice.api.v1beta2.WorkloadSpec;
import dev.sluice.api.v1beta2.WorkloadStatus;
import dev.sluice.controllers.event.Happening;
import dev.sluice.controllers.event.Reporters;
import dev.sluice.controllers.multicluster.DispatchView.Jobs;
import dev.sluice.controllers.multicluster.DispatchView.Remote;
import dev.sluice.controllers.workload.Facts;
import dev.sluice.controllers.workload.StatusChanges;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What to do next about the copies of a Workload: the order of L5.25 to L5.40, one write at a time. Pure.
///
/// ```
///   nominated ─▶ copies ─▶ the first that is admitted wins ─▶ the others go, its job is created ─▶ check Ready
///                  │                                                                                │
///                  └─ may preempt in turns (KEP-8303)            evicted or lost there ─▶ check Retry ┘
/// ```
final class DispatchPlan {
    private static final String EVENT = "MultiKueue";
    private static final DispatchStep REST = new DispatchStep.Rest(null);

    private final DispatchView view;
    private final Workload local;
    private final WorkloadStatus status;
    private final Configuration.MultiKueue settings;

    private DispatchPlan(DispatchView view, Workload local) {
        this.view = view;
        this.local = local;
        this.status = Facts.status(local);
        this.settings = view.settings().multiKueue();
    }

    static DispatchStep next(DispatchView view) {
        Workload local = view.local();
        if (local == null || Facts.deleting(local)) {
            return Objects.requireNonNullElse(view.removed(_ -> true), REST);
        }
        return new DispatchPlan(view, local).next();
    }

    private DispatchStep next() {
        AdmissionCheckState check = check();
        if (check == null || Facts.finished(local)) {
            return Objects.requireNonNullElse(view.removed(_ -> true), REST);
        }
        DispatchStep removed = Facts.reserved(local) ? null : view.removed(_ -> true);
        if (removed != null || check.state() == CheckState.REJECTED) {
            return Objects.requireNonNullElse(removed, REST);
        }
        return switch (view.jobs()) {
            case Jobs.None() -> REST;
            case Jobs.Unknown(String gvk) ->
                    reject("No multikueue adapter found for owner kind \"%s\"".formatted(gvk));
            case Jobs.Known<?> known -> next(check, known);
        };
    }

    private @Nullable AdmissionCheckState check() {
        return status.admissionChecks().stream()
                .filter(check -> check.name().equals(view.check()))
                .findFirst()
                .orElse(null);
    }

    private <J extends HasMetadata> DispatchStep next(
            AdmissionCheckState check, Jobs.Known<J> known) {
        Optional<String> refusal =
                known.jobs().stream()
                        .map(known.kind()::refusal)
                        .filter(Objects::nonNull)
                        .findFirst();
        if (refusal.isPresent()) {
            return reject("The owner is not managed by Kueue: " + refusal.get());
        }
        if (!Facts.reserved(local)) {
            return REST;
        }
        boolean ready = check.state() == CheckState.READY;
        return Stream.<Supplier<@Nullable DispatchStep>>of(
                        this::ofEarlierTimes,
                        this::stale,
                        () -> ended(known, ready),
                        this::windingDown,
                        () -> evictedThere(ready),
                        this::outOfSync,
                        () -> winner(known, ready),
                        () -> ready ? lostThere() : null,
                        () -> retrying(check))
                .map(Supplier::get)
                .filter(Objects::nonNull)
                .findFirst()
                .orElseGet(this::dispatched);
    }

    /// Copies that were made for quota that is lost go, whatever became of them: new quota gets new ones.
    private @Nullable DispatchStep ofEarlierTimes() {
        return view.renewed() && !Facts.evicted(local) ? view.removed(_ -> true) : null;
    }

    /// A copy that has outlived its time, on a worker that was away while another one was chosen, goes: the chosen one runs (L5.34).
    private @Nullable DispatchStep stale() {
        String chosen = status.clusterName();
        return chosen == null ? null : view.removed(cluster -> !cluster.equals(chosen));
    }

    /// L5.28
    private <J extends HasMetadata> @Nullable DispatchStep ended(
            Jobs.Known<J> known, boolean ready) {
        Map.Entry<String, Workload> ended = view.earliest(WorkloadConditions.FINISHED);
        if (ended == null) {
            return null;
        }
        Condition condition =
                Objects.requireNonNull(
                        Conditions.find(
                                Facts.conditions(ended.getValue()), WorkloadConditions.FINISHED));
        if (condition.getReason().equals("OutOfSync")) {
            String message =
                    "Remote workload on worker cluster \"%s\" is out of sync with its user job, resetting for re-dispatch"
                            .formatted(ended.getKey());
            return ready
                    ? changed(
                            becomes(CheckState.RETRY, message + previously()),
                            Happening.warning(Reporters.WORKLOAD, EVENT, message))
                    : REST;
        }
        DispatchStep shown = shown(known, ended.getKey());
        if (shown != null || known.jobs().stream().allMatch(known.kind()::ended)) {
            return Objects.requireNonNullElse(shown, REST);
        }
        return new DispatchStep.Change(
                newest ->
                        changes(newest)
                                .finish(condition.getReason(), condition.getMessage())
                                .done(),
                List.of(),
                null);
    }

    /// What runs there stops, and nothing new is begun, until the Workload has lost its quota (L5.33, L5.45).
    private @Nullable DispatchStep windingDown() {
        if (!Facts.evicted(local)) {
            return null;
        }
        Condition eviction =
                Objects.requireNonNull(
                        Conditions.find(Facts.conditions(local), WorkloadConditions.EVICTED));
        for (Map.Entry<String, Remote> remote : view.remotes().entrySet()) {
            Workload copy = remote.getValue().standing();
            if (copy != null
                    && Facts.reserved(copy)
                    && Facts.active(copy)
                    && !Facts.is(copy, WorkloadConditions.DEACTIVATION_TARGET)) {
                return new DispatchStep.ChangeCopy(
                        remote.getKey(),
                        copy,
                        StatusChanges.of(copy, view.now(), view.settings())
                                .set(
                                        WorkloadConditions.DEACTIVATION_TARGET,
                                        true,
                                        "EvictedOnManagerCluster",
                                        "Evicted on manager: " + eviction.getMessage())
                                .done());
            }
        }
        return REST;
    }

    /// L5.29, L5.46
    private @Nullable DispatchStep evictedThere(boolean ready) {
        Map.Entry<String, Workload> evicted = view.earliest(WorkloadConditions.EVICTED);
        if (evicted == null || !ready) {
            return null;
        }
        String message =
                "Workload evicted on worker cluster: \"%s\", resetting for re-admission. Previously: \"%s\""
                        .formatted(evicted.getKey(), CheckState.READY.wire());
        return changed(
                becomes(CheckState.RETRY, message),
                Happening.normal(Reporters.WORKLOAD, EVENT, message));
    }

    /// L5.30; what an admitted copy was forbidden on its way there does not matter any more.
    private @Nullable DispatchStep outOfSync() {
        for (Map.Entry<String, Remote> remote : view.remotes().entrySet()) {
            Workload copy = remote.getValue().standing();
            if (copy == null) {
                continue;
            }
            AdmissionConstraints constraints =
                    Facts.reserved(copy)
                            ? Facts.spec(copy).admissionConstraints()
                            : nomination().constraints(local);
            WorkloadSpec wanted = RemoteCopies.brought(local, copy, constraints);
            if (wanted == null) {
                return new DispatchStep.Remove(List.of(remote.getKey()));
            }
            if (!wanted.equals(copy.getSpec())) {
                return new DispatchStep.Rewrite(remote.getKey(), copy, wanted);
            }
        }
        return null;
    }

    /// L5.31, L5.33
    private <J extends HasMetadata> @Nullable DispatchStep winner(
            Jobs.Known<J> known, boolean ready) {
        Map.Entry<String, Workload> winner = view.earliest(WorkloadConditions.ADMITTED);
        if (winner == null) {
            return null;
        }
        String cluster = winner.getKey();
        DispatchStep.Remove others = view.removed(name -> !name.equals(cluster));
        if (others != null) {
            return new DispatchStep.Remove(
                    others.clusters(), needlessTurns(others.clusters(), cluster));
        }
        Remote there = remote(cluster);
        for (J job : known.jobs()) {
            String name = job.getMetadata().getName();
            if (there.jobs().containsKey(name) && there.job(name) == null) {
                // An earlier one of the name is still on its way out.
                return REST;
            }
            if (there.job(name) == null && job.getMetadata().getDeletionTimestamp() == null) {
                return new DispatchStep.CreateJob(
                        cluster,
                        RemoteCopies.of(known.kind(), job, Facts.name(local), settings.origin()));
            }
        }
        DispatchStep shown = shown(known, cluster);
        if (shown != null) {
            return shown;
        }
        if (ready) {
            return REST;
        }
        if (status.clusterName() == null && !status.nominatedClusterNames().contains(cluster)) {
            List<String> nominated = new ArrayList<>(status.nominatedClusterNames());
            nominated.add(cluster);
            return changed(s -> s.withNominatedClusterNames(nominated));
        }
        String message = "The workload was admitted on \"%s\"".formatted(cluster);
        return new DispatchStep.Change(
                newest ->
                        Facts.evicted(newest)
                                        || !Facts.status(newest)
                                                .nominatedClusterNames()
                                                .contains(cluster)
                                ? null
                                : changes(newest)
                                        .with(becomes(CheckState.READY, message))
                                        .with(
                                                s ->
                                                        s.withNominatedClusterNames(List.of())
                                                                .withClusterName(cluster))
                                        .done(),
                List.of(Happening.normal(Reporters.WORKLOAD, EVENT, message)),
                cluster);
    }

    /// What those may have evicted who had a turn to preempt, was evicted in vain (FC13).
    private List<Happening> needlessTurns(List<String> clusters, String winner) {
        List<Happening> told = new ArrayList<>();
        for (String cluster : clusters) {
            Workload copy = remote(cluster).standing();
            if (copy != null && PreemptionTurn.Replica.of(cluster, copy).openSince() != null) {
                Condition last =
                        Conditions.find(Facts.conditions(copy), WorkloadConditions.QUOTA_RESERVED);
                told.add(
                        Happening.normal(
                                Reporters.WORKLOAD,
                                EVENT,
                                "The workload was admitted on \"%s\" while \"%s\" was allowed to preempt for it; last it said there: %s"
                                        .formatted(
                                                winner,
                                                cluster,
                                                last == null ? "nothing" : last.getMessage())));
            }
        }
        return told;
    }

    /// L5.32, L5.34: it was admitted somewhere, and is not any more.
    private @Nullable DispatchStep lostThere() {
        String cluster = status.clusterName();
        if (cluster == null) {
            return retry(
                    "Admission check is Ready but no admitting cluster is recorded; this is unexpected, please report it");
        }
        if (view.remotes().containsKey(cluster)) {
            return retry("Admitting remote no longer exists");
        }
        Instant since = view.absences().getOrDefault(cluster, view.now());
        Instant over = since.plus(settings.workerLostTimeout());
        return over.isAfter(view.now())
                ? new DispatchStep.Rest(over)
                : retry("Admitting remote lost");
    }

    /// It waits to be evicted for what this check has said.
    private static @Nullable DispatchStep retrying(AdmissionCheckState check) {
        return check.state() == CheckState.RETRY ? REST : null;
    }

    /// L5.35 to L5.40
    private DispatchStep dispatched() {
        PreemptionTurn turn = PreemptionTurn.of(view);
        if (turn instanceof PreemptionTurn.Open(String cluster)) {
            Workload copy = Objects.requireNonNull(remote(cluster).standing());
            return new DispatchStep.ChangeCopy(
                    cluster, copy, PreemptionTurn.opened(Facts.status(copy), view.now()));
        }
        boolean othersReady =
                status.admissionChecks().stream()
                        .filter(check -> !check.name().equals(view.check()))
                        .allMatch(check -> check.state() == CheckState.READY);
        if (!othersReady || status.clusterName() != null) {
            return REST;
        }
        Nomination nomination = nomination();
        if (!nomination.clusters().equals(status.nominatedClusterNames())) {
            return changed(s -> s.withNominatedClusterNames(nomination.clusters()));
        }
        DispatchStep elsewhere = view.removed(name -> !nomination.clusters().contains(name));
        if (elsewhere != null) {
            return elsewhere;
        }
        SequencedMap<String, Workload> copies = new LinkedHashMap<>();
        for (String cluster : nomination.clusters()) {
            Remote there = view.remotes().get(cluster);
            if (there != null && there.copy() == null) {
                copies.put(cluster, copy(nomination));
            }
        }
        if (!copies.isEmpty()) {
            return new DispatchStep.Create(copies);
        }
        Instant turnOver = turn instanceof PreemptionTurn.WaitUntil(Instant until) ? until : null;
        return new DispatchStep.Rest(
                Stream.of(Optional.ofNullable(turnOver), Optional.ofNullable(nomination.until()))
                        .flatMap(Optional::stream)
                        .min(Comparator.naturalOrder())
                        .orElse(null));
    }

    private Workload copy(Nomination nomination) {
        return RemoteCopies.of(
                local,
                settings.origin(),
                view.settings().gates().isOn(FeatureGate.MULTIKUEUE_ORCHESTRATED_PREEMPTION),
                nomination.constraints(local));
    }

    private Nomination nomination() {
        return Nomination.of(local, view);
    }

    /// Brings what the local jobs show to what those on a worker show.
    private <J extends HasMetadata> @Nullable DispatchStep shown(
            Jobs.Known<J> known, String cluster) {
        for (J job : known.jobs()) {
            HasMetadata there = remote(cluster).job(job.getMetadata().getName());
            J synced = known.kind().synced(job, known.kind().type().cast(there));
            if (synced != null) {
                return new DispatchStep.ShowJob(synced);
            }
        }
        return null;
    }

    private Remote remote(String cluster) {
        return Objects.requireNonNull(view.remotes().get(cluster));
    }

    private DispatchStep reject(String message) {
        return changed(becomes(CheckState.REJECTED, message + previously()));
    }

    private DispatchStep retry(String message) {
        return changed(becomes(CheckState.RETRY, message + previously()));
    }

    /// L5.15
    private String previously() {
        return ", Previously: \"%s\"".formatted(Objects.requireNonNull(check()).state().wire());
    }

    private UnaryOperator<WorkloadStatus> becomes(CheckState state, String message) {
        String time = Conditions.time(view.now());
        return s ->
                s.withAdmissionChecks(
                        s.admissionChecks().stream()
                                .map(
                                        check ->
                                                check.name().equals(view.check())
                                                        ? check.became(state, message, time)
                                                        : check)
                                .toList());
    }

    private DispatchStep changed(UnaryOperator<WorkloadStatus> change, Happening... happenings) {
        return new DispatchStep.Change(
                newest -> changes(newest).with(change).done(), List.of(happenings), null);
    }

    private StatusChanges changes(Workload newest) {
        return StatusChanges.of(newest, view.now(), view.settings());
    }
}
