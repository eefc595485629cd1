/// Tests of the show's parts.
@NullMarked
package dev.sluice.cli.demo;

import org.jspecify.annotations.NullMarked;
