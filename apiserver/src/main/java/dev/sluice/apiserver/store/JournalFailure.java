package dev.sluice.apiserver.store;

/// The journal could not be opened, read or written; the message is one sentence for the person who started the server.
public final class JournalFailure extends Exception {
    private static final long serialVersionUID = 1L;

    JournalFailure(String message) {
        super(message);
    }

    JournalFailure(String message, Throwable cause) {
        super(message, cause);
    }
}
