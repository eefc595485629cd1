package dev.sluice.conformance.lifecycle;

/// Says that a file is not a scenario that can be run, and why.
public final class ScenarioFault extends RuntimeException {
    private static final long serialVersionUID = 1;

    ScenarioFault(String message) {
        super(message);
    }
}
