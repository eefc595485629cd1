/// Runs recorded worlds and scenarios and says where Sluice differs.
@NullMarked
package dev.sluice.conformance;

import org.jspecify.annotations.NullMarked;
