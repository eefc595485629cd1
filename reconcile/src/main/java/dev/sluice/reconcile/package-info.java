/// The loop under every controller: caches of what the API server says, keyed work queues, and timers on a
/// clock that tests turn by hand. Read [dev.sluice.reconcile.Cluster] first, then
/// [dev.sluice.reconcile.Loop].
@NullMarked
package dev.sluice.reconcile;

import org.jspecify.annotations.NullMarked;
