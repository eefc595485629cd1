/// How much of what is lent out a part of the quota forest uses (section 7.1), and what LocalQueues have consumed
/// (section 7.4). Read [dev.sluice.engine.sharing.Shares] first.
@NullMarked
package dev.sluice.engine.sharing;

import org.jspecify.annotations.NullMarked;
