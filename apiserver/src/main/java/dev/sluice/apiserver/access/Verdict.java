package dev.sluice.apiserver.access;

/// What the access control says to one question.
///
/// @param reason why it is allowed, or what hindered the looking; empty when there is nothing to say
public record Verdict(boolean allowed, String reason) {}
