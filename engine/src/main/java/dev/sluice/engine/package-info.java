/// Decides which workloads may start: quota tree, queues, flavors, preemption, explanation. Read
/// [dev.sluice.engine.Engine] first: [dev.sluice.engine.Event] goes in, [dev.sluice.engine.Decision] comes out.
@NullMarked
package dev.sluice.engine;

import org.jspecify.annotations.NullMarked;
