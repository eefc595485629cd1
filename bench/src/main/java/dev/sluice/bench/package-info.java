/// Benchmarks and load scenarios, started as ./sluice bench.
@NullMarked
package dev.sluice.bench;

import org.jspecify.annotations.NullMarked;
