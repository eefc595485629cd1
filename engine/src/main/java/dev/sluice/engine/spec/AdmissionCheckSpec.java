package dev.sluice.engine.spec;

/// An AdmissionCheck as far as queues depend on it.
///
/// @param active its condition `Active` is true
/// @param controllerName which controller serves it
public record AdmissionCheckSpec(String name, boolean active, String controllerName) {}
