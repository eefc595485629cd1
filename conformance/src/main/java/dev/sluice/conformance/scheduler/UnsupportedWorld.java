package dev.sluice.conformance.scheduler;

/// A world needs something of the scheduler that it does not have.
final class UnsupportedWorld extends Exception {
    private static final long serialVersionUID = 1L;

    UnsupportedWorld(String message) {
        super(message);
    }
}
