/// Which flavors a workload gets, or what stands in the way of each (section 5). Read
/// [dev.sluice.engine.flavor.FlavorAssigner] first.
@NullMarked
package dev.sluice.engine.flavor;

import org.jspecify.annotations.NullMarked;
