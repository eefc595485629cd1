/// Tests of the simulated nodes.
@NullMarked
package dev.sluice.localcluster.node;

import org.jspecify.annotations.NullMarked;
