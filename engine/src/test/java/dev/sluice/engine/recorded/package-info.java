/// Plays recorded worlds on the engine alone, with the least that controllers do around it.
@NullMarked
package dev.sluice.engine.recorded;

import org.jspecify.annotations.NullMarked;
