/// What a cluster has besides its API server: Job controller, garbage collector, simulated nodes.
@NullMarked
package dev.sluice.localcluster;

import org.jspecify.annotations.NullMarked;
