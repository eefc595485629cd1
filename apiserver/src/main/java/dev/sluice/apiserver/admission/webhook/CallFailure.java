package dev.sluice.apiserver.admission.webhook;

/// A webhook that could not be asked, or whose answer is none. The failure policy says what becomes of the request (H2.83).
final class CallFailure extends Exception {
    private static final long serialVersionUID = 1L;

    CallFailure(String why) {
        super(why, null, false, false);
    }

    /// The message; never null.
    String text() {
        return String.valueOf(getMessage());
    }
}
