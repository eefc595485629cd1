package dev.sluice.apiserver.audit;

/// How much of a request is written down.
public enum AuditLevel {
    /// Nothing.
    NONE("None"),
    /// Who did what to what, and what came of it.
    METADATA("Metadata"),
    /// The body of the request, too.
    REQUEST("Request"),
    /// Both bodies.
    REQUEST_RESPONSE("RequestResponse");

    private final String word;

    AuditLevel(String word) {
        this.word = word;
    }

    /// As policies and lines spell it.
    public String word() {
        return word;
    }
}
