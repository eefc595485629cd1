/// A plain way to the API server for commands that deal with whatever kinds a user brings: paths and JSON trees.
@NullMarked
package dev.sluice.cli.client;

import org.jspecify.annotations.NullMarked;
