/// Whom a workload may push out, and who has to go (sections 6 and 7.3). Read [dev.sluice.engine.preemption.Preemptions]
/// first.
@NullMarked
package dev.sluice.engine.preemption;

import org.jspecify.annotations.NullMarked;
