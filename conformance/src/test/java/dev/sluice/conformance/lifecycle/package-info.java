/// Tests of the comparison of life cycles, and the recorded life cycles themselves.
@NullMarked
package dev.sluice.conformance.lifecycle;

import org.jspecify.annotations.NullMarked;
