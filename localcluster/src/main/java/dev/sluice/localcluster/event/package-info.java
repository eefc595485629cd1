/// Events as the controllers of a cluster write them. Read [dev.sluice.localcluster.event.CoreEvents] first.
@NullMarked
package dev.sluice.localcluster.event;

import org.jspecify.annotations.NullMarked;
