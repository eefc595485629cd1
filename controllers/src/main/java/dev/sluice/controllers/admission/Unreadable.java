package dev.sluice.controllers.admission;

/// Why an object cannot even be read.
///
/// @param message the answer's text, as the API words it
/// @param place the field, its value and what was expected: a `Warning`
public record Unreadable(String message, String place) {}
