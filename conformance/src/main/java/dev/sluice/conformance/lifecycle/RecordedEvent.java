package dev.sluice.conformance.lifecycle;

/// An event of a recording; the texts may hold placeholders.
///
/// @param object what it is about
/// @param source the reporting component
/// @param action empty where the recording shows none
/// @param again it was shown before, and its counter has grown
record RecordedEvent(
        String type,
        String reason,
        Ref object,
        String message,
        String source,
        String action,
        boolean again) {
    /// Whether only the counter of a warning has grown. How often the scheduler tries, and when it tells how often, depends on timing:
    /// the number is nothing to compare, but the warning itself must have been there.
    boolean isOnlyCounted() {
        return again && type.equals("Warning");
    }

    /// Whether this is the event that Sluice wrote; binds what was free.
    boolean matches(SeenEvent seen, Bindings bindings) {
        return type.equals(seen.type())
                && reason.equals(seen.reason())
                && object.kind().equals(seen.object().kind())
                && source.equals(seen.source())
                && action.equals(seen.action())
                && object.nameTemplate().matches(seen.object().name(), bindings)
                && new Template(messageOnAnyNode()).matches(seen.message(), bindings);
    }

    /// The pod scheduler is free in its choice of the node.
    private String messageOnAnyNode() {
        return reason.equals("Scheduled")
                ? message.replaceFirst(" to node-\\d+$", " to <node>")
                : message;
    }
}
