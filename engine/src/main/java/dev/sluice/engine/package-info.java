/// Decides which workloads may start: quota tree, queues, flavors, preemption, explanation.
@NullMarked
package dev.sluice.engine;

import org.jspecify.annotations.NullMarked;
