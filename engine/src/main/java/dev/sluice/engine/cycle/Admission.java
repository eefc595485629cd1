package dev.sluice.engine.cycle;

import dev.sluice.engine.Decision;
import dev.sluice.engine.quota.NameIndex;
import dev.sluice.engine.quota.Usage;
import dev.sluice.engine.reason.PendingCause;
import dev.sluice.engine.reason.PendingReason;
import dev.sluice.engine.spec.ClusterQueueSpec;
import dev.sluice.engine.spec.Reservation;
import dev.sluice.engine.spec.WorkloadKey;
import dev.sluice.engine.spec.WorkloadStatus;
import dev.sluice.engine.world.Workload;
import dev.sluice.engine.world.World;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Reserves quota for an entry that fits (R4.16) and assumes it at once.
final class Admission {

    private final World world;
    private final Ledger ledger;

    Admission(World world, Ledger ledger) {
        this.world = world;
        this.ledger = ledger;
    }

    /// Whether those who fit wait as long as admitted workloads are not ready (R4.18).
    static boolean isBlocked(World world) {
        return world.settings().blockAdmission() && world.workloads().holdings().anyIsNotReady();
    }

    /// Lets a fitting entry wait while admission is blocked; says whether it does.
    boolean waits(Entry entry) {
        if (!isBlocked(world)) {
            return false;
        }
        entry.stayPending(
                PendingReason.WAITING_FOR_PODS_READY,
                new PendingCause.WaitsForPodsReady(),
                RequeueReason.FAILED_AFTER_NOMINATION);
        return true;
    }

    void admit(Entry entry) {
        NameIndex names = world.names();
        Workload workload = entry.workload;
        List<Reservation.PodSetReservation> podSets = entry.assignment.reservation(names);
        boolean admitted = isAdmittedAtOnce(entry, podSets);
        Workload oldSlice = entry.oldSlice;
        Usage usage = entry.assignment.usage();
        if (oldSlice != null) {
            ledger.replace(entry.queue, oldSlice);
            usage = usageOf(podSets, names);
        }
        world.workloads()
                .assume(
                        workload,
                        new Reservation(entry.queue.name(), podSets, world.now(), admitted),
                        usage);
        ledger.noteAdmitted(workload);
        WorkloadKey replaced = oldSlice == null ? null : oldSlice.key();
        entry.decision =
                new Decision.Admit(
                        workload.key(),
                        entry.queue.name(),
                        podSets,
                        admitted,
                        entry.assignment.report(names),
                        replaced,
                        entry.assignment.deviations());
    }

    private static Usage usageOf(List<Reservation.PodSetReservation> podSets, NameIndex names) {
        Usage usage = new Usage();
        for (Reservation.PodSetReservation podSet : podSets) {
            podSet.flavors()
                    .forEach(
                            (resource, flavor) -> {
                                Long amount = podSet.usage().get(resource);
                                usage.add(
                                        names.pair(flavor, resource), amount == null ? 0 : amount);
                            });
        }
        return usage;
    }

    /// R8.4: every check that the chosen flavors require is listed, and all that are listed are ready.
    private static boolean isAdmittedAtOnce(
            Entry entry, List<Reservation.PodSetReservation> podSets) {
        Set<String> listed = new HashSet<>();
        for (WorkloadStatus.Check check : entry.workload.status().checks()) {
            if (check.state() != WorkloadStatus.CheckState.READY) {
                return false;
            }
            listed.add(check.name());
        }
        ClusterQueueSpec spec = entry.queue.spec();
        if (spec == null) {
            return false;
        }
        for (Map.Entry<String, Set<String>> required : spec.admissionChecks().entrySet()) {
            if (!listed.contains(required.getKey()) && applies(required.getValue(), podSets)) {
                return false;
            }
        }
        return true;
    }

    /// R8.2: the check concerns all flavors, or one of the assigned ones.
    private static boolean applies(
            Set<String> flavors, List<Reservation.PodSetReservation> podSets) {
        if (flavors.isEmpty()) {
            return true;
        }
        for (Reservation.PodSetReservation podSet : podSets) {
            for (String flavor : podSet.flavors().values()) {
                if (flavors.contains(flavor)) {
                    return true;
                }
            }
        }
        return false;
    }
}
