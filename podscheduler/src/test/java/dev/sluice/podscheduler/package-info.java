/// Stories of the pod scheduler with plain values.
@NullMarked
package dev.sluice.podscheduler;

import org.jspecify.annotations.NullMarked;
