/// Replays recorded object life cycles on a fresh cluster of this process and says where Sluice differs.
///
/// A scenario is a list of actions and checkpoints. {@link dev.sluice.conformance.lifecycle.ScenarioRun} plays the actions and the node
/// agent on a manual clock; {@link dev.sluice.conformance.lifecycle.CheckpointMatcher} compares what a checkpoint shows with what the
/// cluster shows. Read the latter first.
@NullMarked
package dev.sluice.conformance.lifecycle;

import org.jspecify.annotations.NullMarked;
