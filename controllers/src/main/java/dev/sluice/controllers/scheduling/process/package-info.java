/// The pod scheduler as a process of its own beside any cluster. Read [dev.sluice.controllers.scheduling.process.SchedulerProcess] first.
@NullMarked
package dev.sluice.controllers.scheduling.process;

import org.jspecify.annotations.NullMarked;
