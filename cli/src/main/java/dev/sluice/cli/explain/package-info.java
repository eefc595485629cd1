/// Explanations of waiting workloads in words. Read [dev.sluice.cli.explain.ExplanationText] first.
@NullMarked
package dev.sluice.cli.explain;

import org.jspecify.annotations.NullMarked;
