@NullMarked
package dev.sluice.localcluster.replica;

import org.jspecify.annotations.NullMarked;
