package dev.sluice.apiserver.error;

/// One complaint about one field, as it stands in `status.details.causes` (H1.46).
///
/// @param reason one of `FieldValueInvalid`, `FieldValueRequired`, `FieldValueDuplicate`,
///     `FieldValueNotSupported`, `FieldValueForbidden`, `FieldValueTooLong`, `FieldValueTooMany`,
///     `FieldValueNotFound`, `FieldValueTypeInvalid`, or another machine-readable word
/// @param field the path, for example `spec.containers[0].name`; empty when the cause concerns the whole
/// @param message what is wrong and what was expected, without the field
public record Cause(String reason, String field, String message) {}
