package dev.sluice.apiserver.schema;

/// One entry of `x-kubernetes-validations`.
///
/// @param rule the CEL expression over `self` and, for a transition rule, `oldSelf`
/// @param message said when the rule is false; empty when there is none
/// @param messageExpression CEL expression that makes the message; empty when there is none
/// @param reason the cause's reason; `FieldValueInvalid` unless given
/// @param fieldPath the field to blame, relative to where the rule stands; empty when there is none
/// @param optionalOldSelf true when `oldSelf` is an optional that is also there on create
public record CelRule(
        String rule,
        String message,
        String messageExpression,
        String reason,
        String fieldPath,
        boolean optionalOldSelf) {}
