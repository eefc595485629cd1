/// The pod scheduler's cases: decisions, events among gated pods, preemption, and pods bound on a real API server. Read [dev.sluice.bench.scheduler.Figures]
/// first.
@NullMarked
package dev.sluice.bench.scheduler;

import org.jspecify.annotations.NullMarked;
