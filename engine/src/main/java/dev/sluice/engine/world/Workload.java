package dev.sluice.engine.world;

import dev.sluice.engine.queue.Ticket;
import dev.sluice.engine.quota.NameIndex;
import dev.sluice.engine.quota.Usage;
import dev.sluice.engine.spec.EngineSettings;
import dev.sluice.engine.spec.Feature;
import dev.sluice.engine.spec.PodSetSpec;
import dev.sluice.engine.spec.Reservation;
import dev.sluice.engine.spec.WorkloadSpec;
import dev.sluice.engine.spec.WorkloadStatus;
import dev.sluice.model.Amounts;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A live workload: what was told about it, and what the engine has made of that.
public final class Workload extends Ticket {

    private WorkloadSpec spec;
    private WorkloadStatus status;
    private List<PodSet> podSets;

    /// Generation of the spec when it was last taken as a head (R3.5).
    private long evaluatedGeneration;

    private @Nullable ScanState scan;

    @Nullable LocalQueue localQueue;

    /// Where its reservation counts, or null.
    @Nullable ClusterQueue reservedIn;

    /// Position among the reserving workloads of [#reservedIn].
    int reservedIndex = -1;

    private Usage usage = Usage.NONE;

    /// The reservation is decided but not confirmed.
    boolean assumed;

    /// Its eviction is decided but not seen yet (R6.20).
    private boolean evictionExpected;

    /// Left out of all candidates for the moment (R4.14).
    private boolean setAside;

    Workload(WorkloadSpec spec, WorkloadStatus status) {
        super(spec.key());
        this.spec = spec;
        this.status = status;
        this.podSets = List.of();
    }

    public WorkloadSpec spec() {
        return spec;
    }

    public WorkloadStatus status() {
        return status;
    }

    /// What its pod sets ask for now (R1.11, R1.15).
    public List<PodSet> podSets() {
        return podSets;
    }

    public @Nullable LocalQueue localQueue() {
        return localQueue;
    }

    /// The ClusterQueue in which it holds quota, or null.
    public @Nullable ClusterQueue reservedIn() {
        return reservedIn;
    }

    /// What it holds (R1.13, R1.16).
    public Usage usage() {
        return usage;
    }

    public boolean isAssumed() {
        return assumed;
    }

    public boolean isEvicted() {
        return status.evicted() != null;
    }

    public boolean isEvictionExpected() {
        return evictionExpected;
    }

    public void expectEviction(boolean expected) {
        evictionExpected = expected;
    }

    public boolean isSetAside() {
        return setAside;
    }

    public void setAside(boolean aside) {
        setAside = aside;
    }

    public @Nullable ScanState scan() {
        return scan;
    }

    public void setScan(@Nullable ScanState scan) {
        this.scan = scan;
    }

    public long evaluatedGeneration() {
        return evaluatedGeneration;
    }

    public void setEvaluatedGeneration(long generation) {
        evaluatedGeneration = generation;
    }

    /// Since when it holds quota, in nanoseconds (R6.6 rule 5).
    public long reservedAt() {
        Reservation reservation = status.reservation();
        return reservation == null ? Long.MAX_VALUE : nanos(reservation.at());
    }

    /// Whether it may wait in a queue, as far as it depends on itself (R3.2).
    public boolean mayBeQueued() {
        return spec.active()
                && spec.held() == null
                && !status.finished()
                && status.reservation() == null;
    }

    /// Whether its backoff is over (R3.13).
    public boolean isBackoffOver(Instant now) {
        if (Boolean.FALSE.equals(status.requeued())) {
            return false;
        }
        Instant at = status.requeueAt();
        return at == null || !at.isAfter(now);
    }

    /// Names of its closed preemption gates (R9.1).
    public List<String> closedGates() {
        if (spec.preemptionGates().isEmpty()) {
            return List.of();
        }
        List<String> closed = new ArrayList<>(spec.preemptionGates());
        closed.removeAll(status.openGates());
        return closed;
    }

    /// Takes over what was told and computes what follows from it. It must be in no queue and hold no counted quota.
    void tell(
            WorkloadSpec newSpec,
            WorkloadStatus newStatus,
            EngineSettings settings,
            NameIndex names) {
        boolean samePodSets =
                !podSets.isEmpty()
                        && newSpec.podSets().equals(spec.podSets())
                        && newStatus.reclaimablePods().equals(status.reclaimablePods());
        spec = newSpec;
        status = newStatus;
        if (!samePodSets) {
            podSets = effectivePodSets(newSpec, newStatus, settings, names);
        }
        usage = usageOf(newSpec, newStatus, settings, names);
        if (newStatus.evicted() != null || newStatus.reservation() == null) {
            evictionExpected = false;
        }
        Object equivalence =
                settings.isOn(Feature.SCHEDULING_EQUIVALENCE_HASHING)
                                && newStatus.reservation() == null
                        ? EquivalenceClass.of(newSpec, podSets)
                        : null;
        rank(
                newSpec.uid(),
                newSpec.effectivePriority(),
                queueOrder(newSpec, newStatus, settings),
                equivalence,
                localQueue);
    }

    /// Takes over a reservation that was just decided, or that was refused (null).
    void assume(@Nullable Reservation reservation, Usage newUsage) {
        status = status.withReservation(reservation);
        assumed = reservation != null;
        usage = newUsage;
    }

    void setStatus(WorkloadStatus status) {
        this.status = status;
    }

    // ---- what follows from spec and status
    // ---------------------------------------------------------------------

    private static List<PodSet> effectivePodSets(
            WorkloadSpec spec, WorkloadStatus status, EngineSettings settings, NameIndex names) {
        List<PodSet> effective = new ArrayList<>(spec.podSets().size());
        for (PodSetSpec podSet : spec.podSets()) {
            effective.add(PodSet.of(podSet, afterReclaim(podSet, status, settings), names));
        }
        return List.copyOf(effective);
    }

    /// R1.15.
    private static int afterReclaim(
            PodSetSpec podSet, WorkloadStatus status, EngineSettings settings) {
        int count = Math.max(0, podSet.count());
        Integer reclaimable = status.reclaimablePods().get(podSet.name());
        if (reclaimable == null || !settings.isOn(Feature.RECLAIMABLE_PODS)) {
            return count;
        }
        return count - Math.clamp(reclaimable, 0, count);
    }

    /// R1.13, R1.16.
    private static Usage usageOf(
            WorkloadSpec spec, WorkloadStatus status, EngineSettings settings, NameIndex names) {
        Reservation reservation = status.reservation();
        if (reservation == null) {
            return Usage.NONE;
        }
        Usage usage = new Usage();
        for (Reservation.PodSetReservation podSet : reservation.podSets()) {
            int count = podSet.count();
            int scaled = count;
            for (PodSetSpec told : spec.podSets()) {
                if (told.name().equals(podSet.name())) {
                    scaled = Math.min(count, afterReclaim(told, status, settings));
                }
            }
            for (Map.Entry<String, String> entry : podSet.flavors().entrySet()) {
                Long total = podSet.usage().get(entry.getKey());
                long amount = total == null ? 0 : Math.clamp(total, 0, Amounts.UNLIMITED - 1);
                if (count != 0 && scaled != count) {
                    amount = Amounts.times(amount / count, scaled);
                }
                usage.add(names.pair(entry.getValue(), entry.getKey()), amount);
            }
        }
        return usage;
    }

    /// R3.4.
    private static long queueOrder(
            WorkloadSpec spec, WorkloadStatus status, EngineSettings settings) {
        WorkloadStatus.Mark evicted = status.evicted();
        if (evicted != null) {
            boolean byTimeout =
                    evicted.reason().equals("PodsReadyTimeout") && !settings.requeuingByCreation();
            if (byTimeout || evicted.reason().equals("AdmissionCheck")) {
                return nanos(evicted.at());
            }
        }
        WorkloadStatus.Mark preempted = status.preempted();
        if (preempted != null
                && !settings.isOn(Feature.PRIORITY_SORTING_WITHIN_COHORT)
                && preempted.reason().equals("InCohortReclaimWhileBorrowing")) {
            return nanos(preempted.at().plusMillis(1));
        }
        return nanos(spec.created());
    }

    /// Nanoseconds since the epoch, clamped.
    public static long nanos(Instant at) {
        return Amounts.plus(Amounts.times(at.getEpochSecond(), 1_000_000_000L), at.getNano());
    }

    @Override
    public String toString() {
        return key().toString();
    }
}
