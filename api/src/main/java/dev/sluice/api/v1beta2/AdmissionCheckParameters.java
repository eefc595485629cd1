package dev.sluice.api.v1beta2;

/// The object that holds the settings of a check.
///
/// @param apiGroup its group
/// @param kind its kind
/// @param name its name
@ApiRecord
public record AdmissionCheckParameters(String apiGroup, String kind, String name) {}
