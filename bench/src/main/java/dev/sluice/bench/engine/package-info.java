/// JMH benchmarks of the engine; the cases are those of docs/spec/performance.md §4.
@NullMarked
package dev.sluice.bench.engine;

import org.jspecify.annotations.NullMarked;
