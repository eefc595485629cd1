package dev.sluice.podscheduler.simulation;

/// Something that holds after each event. Its name is a sentence.
interface Invariant {
    /// @return what is wrong, empty when nothing is
    String fault(SimulatedCluster cluster);
}
