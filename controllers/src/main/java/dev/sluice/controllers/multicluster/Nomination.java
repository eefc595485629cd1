package dev.sluice.controllers.multicluster;

import dev.sluice.api.condition.Conditions;
import dev.sluice.api.condition.WorkloadConditions;
import dev.sluice.api.config.Dispatcher;
import dev.sluice.api.feature.FeatureGate;
import dev.sluice.api.name.Annotations;
import dev.sluice.api.v1beta2.AdmissionConstraints;
import dev.sluice.api.v1beta2.Permission;
import dev.sluice.api.v1beta2.Workload;
import dev.sluice.api.v1beta2.WorkloadStatus;
import dev.sluice.controllers.workload.Facts;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Which workers may try to admit a Workload at the moment, and how far they may go (L5.21 to L5.23). A function of the time
/// that has passed since its dispatch began, so a manager that starts anew goes on where it was.
///
/// @param clusters in the order of their names, or of the configuration where that counts
/// @param restriction what the workers are forbidden beyond what the user forbids
/// @param until when this changes by itself; null for never
record Nomination(List<String> clusters, Restriction restriction, @Nullable Instant until) {
    /// How long one round of the incremental dispatcher lasts.
    private static final Duration ROUND = Duration.ofMinutes(5);

    /// By which means a copy may not be admitted, apart from what its user says.
    enum Restriction {
        NONE,
        /// It must evict nobody.
        NO_PREEMPTION,
        /// It must evict nobody and borrow nothing.
        STRICT
    }

    static Nomination of(Workload local, DispatchView view) {
        return by(
                view.settings().multiKueue().dispatcher(),
                view.settings()
                                .gates()
                                .isOn(
                                        FeatureGate
                                                .MULTIKUEUE_INCREMENTAL_DISPATCHER_RESPECT_CONFIG_ORDER)
                        ? view.clusters()
                        : view.clusters().stream().sorted().toList(),
                view.remotes().keySet(),
                Facts.status(local).nominatedClusterNames(),
                ready(local, view),
                view.now());
    }

    /// When its quota and all other checks were there (L5.36).
    private static Instant ready(Workload local, DispatchView view) {
        WorkloadStatus status = Facts.status(local);
        Instant reserved =
                Objects.requireNonNullElse(
                        Conditions.since(status.conditions(), WorkloadConditions.QUOTA_RESERVED),
                        view.now());
        return status.admissionChecks().stream()
                .filter(check -> !check.name().equals(view.check()))
                .map(check -> Instant.parse(check.lastTransitionTime()))
                .reduce(reserved, (one, other) -> one.isAfter(other) ? one : other);
    }

    /// The constraints of a copy. What the user says of a means, be it yes or no, stands.
    @Nullable AdmissionConstraints constraints(Workload local) {
        AdmissionConstraints user = Facts.spec(local).admissionConstraints();
        Permission preemption = user == null ? null : user.preemption();
        Permission borrowing = user == null ? null : user.borrowing();
        if (restriction != Restriction.NONE
                && Facts.annotation(local, Annotations.CANNOT_PREEMPT) == null) {
            preemption = Permission.NEVER;
        }
        if (restriction == Restriction.STRICT
                && Facts.annotation(local, Annotations.CANNOT_BORROW) == null) {
            borrowing = Permission.NEVER;
        }
        return preemption == null && borrowing == null
                ? user
                : new AdmissionConstraints(preemption, borrowing);
    }

    /// @param configured all clusters of the configuration, most preferred first
    /// @param connected those that can be reached
    /// @param nominated what has been nominated so far
    /// @param began when the Workload became ready to be dispatched
    static Nomination by(
            Dispatcher dispatcher,
            List<String> configured,
            Collection<String> connected,
            List<String> nominated,
            Instant began,
            Instant now) {
        List<String> reachable = configured.stream().filter(connected::contains).sorted().toList();
        return switch (dispatcher) {
            case Dispatcher.AllAtOnce() -> new Nomination(reachable, Restriction.NONE, null);
            case Dispatcher.Incremental(int stepSize) ->
                    inRounds(configured, nominated, stepSize, began, now);
            case Dispatcher.Tiers(Duration strict, Duration noPreemption) ->
                    inTiers(reachable, strict, noPreemption, began, now);
            case Dispatcher.External(String _) -> new Nomination(nominated, Restriction.NONE, null);
        };
    }

    private static Nomination inRounds(
            List<String> configured,
            List<String> nominated,
            int stepSize,
            Instant began,
            Instant now) {
        long rounds = 1 + Math.max(0, Duration.between(began, now).dividedBy(ROUND));
        int size = (int) Math.min(configured.size(), rounds * stepSize);
        List<String> clusters = new ArrayList<>(configured.subList(0, size));
        nominated.stream()
                .filter(cluster -> configured.contains(cluster) && !clusters.contains(cluster))
                .forEach(clusters::add);
        return new Nomination(
                List.copyOf(clusters),
                Restriction.NONE,
                clusters.size() < configured.size()
                        ? began.plus(ROUND.multipliedBy(rounds))
                        : null);
    }

    private static Nomination inTiers(
            List<String> clusters,
            Duration strict,
            Duration noPreemption,
            Instant began,
            Instant now) {
        Instant strictEnds = began.plus(strict);
        Instant allEnds = strictEnds.plus(noPreemption);
        if (now.isBefore(strictEnds)) {
            return new Nomination(clusters, Restriction.STRICT, strictEnds);
        }
        return now.isBefore(allEnds)
                ? new Nomination(clusters, Restriction.NO_PREEMPTION, allEnds)
                : new Nomination(clusters, Restriction.NONE, null);
    }
}
