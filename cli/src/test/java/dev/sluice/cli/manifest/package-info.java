/// Tests of reading manifests.
@NullMarked
package dev.sluice.cli.manifest;

import org.jspecify.annotations.NullMarked;
