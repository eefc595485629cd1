/// The loop under every controller: caches, keyed work queues, timers on a clock that can be turned.
@NullMarked
package dev.sluice.reconcile;

import org.jspecify.annotations.NullMarked;
