/// Several clusters in one process: a manager and its workers. Read `Manager` first.
@NullMarked
package dev.sluice.conformance.multicluster;

import org.jspecify.annotations.NullMarked;
