/// Which pod is tried next, and what wakes the others. Read [dev.sluice.podscheduler.queue.SchedulingQueue] first.
@NullMarked
package dev.sluice.podscheduler.queue;

import org.jspecify.annotations.NullMarked;
