@NullMarked
package dev.sluice.cli.explain;

import org.jspecify.annotations.NullMarked;
