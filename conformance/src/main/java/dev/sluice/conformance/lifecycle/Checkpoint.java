package dev.sluice.conformance.lifecycle;

/// A checkpoint that was reached: what the recording shows, and what the cluster shows.
record Checkpoint(Expectation expectation, Snapshot snapshot) {}
