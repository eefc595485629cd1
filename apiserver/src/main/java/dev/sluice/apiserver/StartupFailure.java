package dev.sluice.apiserver;

/// Why a server could not start, in one sentence for the person who started it: the port or the data directory is in
/// use, a file is damaged or newer than this program, a permission is missing.
public final class StartupFailure extends Exception {
    private static final long serialVersionUID = 1L;

    public StartupFailure(String message) {
        super(message);
    }

    public StartupFailure(String message, Throwable cause) {
        super(message, cause);
    }
}
