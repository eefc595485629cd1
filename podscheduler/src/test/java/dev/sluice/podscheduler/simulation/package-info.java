/// A cluster in which everything happens at random, and what must hold in it at all times. Read SimulationTest first.
@org.jspecify.annotations.NullMarked
package dev.sluice.podscheduler.simulation;
