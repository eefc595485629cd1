/// Plays recorded worlds on the engine and the pure functions around it. Read
/// [dev.sluice.conformance.decisions.Decisions] first.
@NullMarked
package dev.sluice.conformance.decisions;

import org.jspecify.annotations.NullMarked;
