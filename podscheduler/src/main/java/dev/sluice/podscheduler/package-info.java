/// Decides which node a pod runs on, and which pods may be tried at all.
@NullMarked
package dev.sluice.podscheduler;

import org.jspecify.annotations.NullMarked;
