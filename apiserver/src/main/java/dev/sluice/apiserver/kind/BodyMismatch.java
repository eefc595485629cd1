package dev.sluice.apiserver.kind;

import java.util.List;

/// A body whose JSON does not fit the kind: a number where text is expected, a time that is none. On create and PUT the
/// client sees 400, on a patch 422 with a cause on `patch` (H1.24, `recorded.md`).
public final class BodyMismatch extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient List<String> places;

    /// @param message what does not fit, as the decoder says it, for example
    ///     `json: cannot unmarshal number into Go struct field ConfigMap.data of type string`
    public BodyMismatch(String message) {
        this(message, List.of());
    }

    /// @param places all that does not fit, one sentence each with field, value and what was expected, since the message
    ///     of the decoder speaks of the first only and names no field
    public BodyMismatch(String message, List<String> places) {
        super(message, null, false, false);
        this.places = List.copyOf(places);
    }

    /// What does not fit and where, for the writer to read beside the message; may be empty.
    public List<String> places() {
        return places;
    }

    /// The message; never null.
    public String text() {
        return String.valueOf(getMessage());
    }
}
