/// Keeps the counts of ResourceQuotas.
@NullMarked
package dev.sluice.localcluster.quota;

import org.jspecify.annotations.NullMarked;
