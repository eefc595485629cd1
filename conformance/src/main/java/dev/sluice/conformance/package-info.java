/// Runs recorded worlds and scenarios and says where Sluice differs. Read [dev.sluice.conformance.Report] first.
@NullMarked
package dev.sluice.conformance;

import org.jspecify.annotations.NullMarked;
