package dev.sluice.engine.spec;

/// Whether a queue works, admits nothing more, or is to be emptied (R3.26, R3.27).
public enum StopPolicy {
    NONE,
    HOLD,
    HOLD_AND_DRAIN
}
