package dev.sluice.controllers.queueing;

import dev.sluice.api.pod.PodSpecs;
import dev.sluice.api.v1beta2.Admission;
import dev.sluice.api.v1beta2.PodSetAssignment;
import dev.sluice.engine.Decision;
import dev.sluice.engine.spec.Reservation.PodSetReservation;
import dev.sluice.model.Amounts;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.Map;
import java.util.TreeMap;

/// What `status.admission` says for a decision (R4.16).
public final class Admissions {
    private Admissions() {}

    public static Admission of(Decision.Admit decision) {
        return new Admission(
                decision.clusterQueue(),
                decision.podSets().stream().map(Admissions::assignment).toList());
    }

    private static PodSetAssignment assignment(PodSetReservation podSet) {
        Map<String, Quantity> usage = new TreeMap<>();
        podSet.usage()
                .forEach((resource, amount) -> usage.put(resource, quantity(resource, amount)));
        return new PodSetAssignment(
                podSet.name(), new TreeMap<>(podSet.flavors()), usage, podSet.count(), null, null);
    }

    /// A quantity of the API as the engine counts it (R1.5).
    public static long amount(String resource, Quantity quantity) {
        return Amounts.ofRequest(resource, PodSpecs.quantity(quantity));
    }

    /// An amount as the API writes it (R1.5).
    public static Quantity quantity(String resource, long amount) {
        return new Quantity(Amounts.format(resource, amount));
    }
}
