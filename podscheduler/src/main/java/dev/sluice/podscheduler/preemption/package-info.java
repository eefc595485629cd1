/// Making room for a pod by deleting less important ones. Read [dev.sluice.podscheduler.preemption.PreemptionSearch] first.
@NullMarked
package dev.sluice.podscheduler.preemption;

import org.jspecify.annotations.NullMarked;
