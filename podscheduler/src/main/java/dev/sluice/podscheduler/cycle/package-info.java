/// One attempt to place one pod. Read [dev.sluice.podscheduler.cycle.SchedulingCycle] first.
@NullMarked
package dev.sluice.podscheduler.cycle;

import org.jspecify.annotations.NullMarked;
