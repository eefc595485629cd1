package dev.sluice.engine.spec;

import java.time.Instant;
import java.util.List;
import java.util.Map;

/// Quota that a workload holds: `status.admission` and the time of its `QuotaReserved` condition.
///
/// @param at transition time of `QuotaReserved` True
/// @param admitted whether `Admitted` is True as well
public record Reservation(
        String clusterQueue, List<PodSetReservation> podSets, Instant at, boolean admitted) {

    /// The part of one pod set.
    ///
    /// @param count pods that quota is held for
    /// @param flavors flavor by resource; a resource without one uses no quota
    /// @param usage total of all pods by resource, in canonical units
    public record PodSetReservation(
            String name, int count, Map<String, String> flavors, Map<String, Long> usage) {
        public PodSetReservation {
            flavors = Map.copyOf(flavors);
            usage = Map.copyOf(usage);
        }
    }

    public Reservation {
        podSets = List.copyOf(podSets);
    }

    public Reservation withAdmitted(boolean admitted) {
        return new Reservation(clusterQueue, podSets, at, admitted);
    }
}
