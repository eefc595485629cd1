package dev.sluice.api.v1beta2;

import org.jspecify.annotations.Nullable;

/// Who decides a check, and by what (A9).
///
/// @param controllerName the controller; it cannot be changed
/// @param parameters an object with more settings
@ApiRecord
public record AdmissionCheckSpec(
        String controllerName, @Nullable AdmissionCheckParameters parameters) {}
