package dev.sluice.apiserver.kind;

/// A body whose JSON does not fit the kind: a number where text is expected, a time that is none. On create and PUT the
/// client sees 400, on a patch 422 with a cause on `patch` (H1.24, `recorded.md`).
public final class BodyMismatch extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /// @param message what does not fit, as the decoder says it, for example
    ///     `json: cannot unmarshal number into Go struct field ConfigMap.data of type string`
    public BodyMismatch(String message) {
        super(message, null, false, false);
    }

    /// The message; never null.
    public String text() {
        return String.valueOf(getMessage());
    }
}
