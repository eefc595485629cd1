/// Watches as cursors over the history. Read [dev.sluice.apiserver.watch.WatchStream] first.
@NullMarked
package dev.sluice.apiserver.watch;

import org.jspecify.annotations.NullMarked;
