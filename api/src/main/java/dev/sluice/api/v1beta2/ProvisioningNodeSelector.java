package dev.sluice.api.v1beta2;

/// A node selector whose value is a detail of the answer.
///
/// @param key label of the node
/// @param valueFromProvisioningClassDetail name of the detail
@ApiRecord
public record ProvisioningNodeSelector(String key, String valueFromProvisioningClassDetail) {}
