package dev.sluice.api.v1beta2;

/// Whether a preemption gate is open.
///
/// @param name the gate
/// @param position open or closed
/// @param lastTransitionTime since when
@ApiRecord
public record PreemptionGateState(String name, GatePosition position, String lastTransitionTime) {}
