package dev.sluice.engine.preemption;

import dev.sluice.engine.reason.PreemptionReason;
import dev.sluice.engine.world.Workload;

/// A workload that has to go, and by which right.
public record Target(Workload workload, PreemptionReason reason) {}
