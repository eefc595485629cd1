/// Stories of whole local clusters on a clock that the tests turn.
@NullMarked
package dev.sluice.localcluster;

import org.jspecify.annotations.NullMarked;
