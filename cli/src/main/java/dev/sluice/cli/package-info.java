/// The `sluice` command: one class a subcommand, and the page of `new` that puts the whole together.
///
/// Read {@link dev.sluice.cli.Main} first.
@NullMarked
package dev.sluice.cli;

import org.jspecify.annotations.NullMarked;
