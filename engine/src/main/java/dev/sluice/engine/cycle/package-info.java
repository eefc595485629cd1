/// One scheduling cycle: take heads, nominate, order, decide one by one, put back (section 4). Read
/// [dev.sluice.engine.cycle.Cycle] first.
@NullMarked
package dev.sluice.engine.cycle;

import org.jspecify.annotations.NullMarked;
