/// What went into an engine and what came out of it, as a file: written, read and played again.
/// Read [dev.sluice.conformance.replay.EngineLog] first, it says how a file looks.
@NullMarked
package dev.sluice.conformance.replay;

import org.jspecify.annotations.NullMarked;
