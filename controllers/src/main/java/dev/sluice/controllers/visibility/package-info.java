/// What the queues look like from within, for those who ask: who waits where, and why. Read
/// [dev.sluice.controllers.visibility.PendingWorkloads] first.
@NullMarked
package dev.sluice.controllers.visibility;

import org.jspecify.annotations.NullMarked;
