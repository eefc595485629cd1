package dev.sluice.conformance.scheduler;

/// A story that cannot be replayed, or whose cluster does not answer as expected.
final class StoryFault extends RuntimeException {
    private static final long serialVersionUID = 1L;

    StoryFault(String message) {
        super(message);
    }
}
