/// Several clusters in one process: what makes a worker known to its manager, and both to whoever uses them. Read
/// [dev.sluice.cli.fleet.Introduction] first.
@NullMarked
package dev.sluice.cli.fleet;

import org.jspecify.annotations.NullMarked;
