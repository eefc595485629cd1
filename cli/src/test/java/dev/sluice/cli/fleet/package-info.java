/// Tests of what makes a worker known to its manager.
@NullMarked
package dev.sluice.cli.fleet;

import org.jspecify.annotations.NullMarked;
