package dev.sluice.api.v1beta2;

/// A gate on the right to evict others (R9.1).
///
/// @param name who closed it
@ApiRecord
public record PreemptionGate(String name) {}
