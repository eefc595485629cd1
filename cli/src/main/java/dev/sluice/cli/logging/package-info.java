/// What is logged, and how.
@NullMarked
package dev.sluice.cli.logging;

import org.jspecify.annotations.NullMarked;
