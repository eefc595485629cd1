package dev.sluice.conformance.lifecycle;

/// A checkpoint that a cluster has reached: what the recording shows of it, and what it shows.
record Checkpoint(String cluster, Expectation expectation, Snapshot snapshot) {}
