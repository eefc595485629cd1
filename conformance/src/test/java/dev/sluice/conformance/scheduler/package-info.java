/// Tests of the recorded scheduler worlds.
@NullMarked
package dev.sluice.conformance.scheduler;

import org.jspecify.annotations.NullMarked;
