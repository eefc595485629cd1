/// PodDisruptionBudgets: how many pods may be taken away now.
@NullMarked
package dev.sluice.localcluster.disruption;

import org.jspecify.annotations.NullMarked;
