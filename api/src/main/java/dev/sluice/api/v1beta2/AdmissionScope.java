package dev.sluice.api.v1beta2;

/// Whether the LocalQueues of a ClusterQueue share it by their past usage.
///
/// @param admissionMode the mode
@ApiRecord
public record AdmissionScope(AdmissionMode admissionMode) {}
