/// The garbage collector: what is owned by something that is gone goes too (H2.40 to H2.44). Read [dev.sluice.localcluster.gc.GarbageCollector] first.
@NullMarked
package dev.sluice.localcluster.gc;

import org.jspecify.annotations.NullMarked;
