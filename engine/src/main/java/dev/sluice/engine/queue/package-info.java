/// Who waits, in which order, and what wakes those who were set aside (section 3). Read
/// [dev.sluice.engine.queue.PendingQueue] first.
@NullMarked
package dev.sluice.engine.queue;

import org.jspecify.annotations.NullMarked;
