package dev.sluice.conformance.lifecycle;

/// An event that Sluice wrote, or whose counter grew, since the previous checkpoint.
record SeenEvent(
        String type, String reason, Ref object, String message, String source, String action) {
    boolean isWarning() {
        return type.equals("Warning");
    }
}
