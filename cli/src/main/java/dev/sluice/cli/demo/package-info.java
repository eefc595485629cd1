/// The show: manifests arrive over time, and one sees queues fill, borrow, preempt and drain.
///
/// Read {@link dev.sluice.cli.demo.Demo} first.
@NullMarked
package dev.sluice.cli.demo;

import org.jspecify.annotations.NullMarked;
