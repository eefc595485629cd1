package dev.sluice.api.v1beta2;

/// The class that a priority was taken from.
///
/// @param group `kueue.x-k8s.io` or `scheduling.k8s.io`
/// @param kind `WorkloadPriorityClass` or `PriorityClass`
/// @param name the class
@ApiRecord
public record PriorityClassRef(String group, String kind, String name) {}
