package dev.sluice.controllers.queueing;

import dev.sluice.engine.QueueCounts;
import dev.sluice.engine.reason.QueueStatus;

/// What the engine knows of a ClusterQueue, for its status.
///
/// @param share under fair sharing (R7.5)
public record QueueReport(QueueStatus status, QueueCounts counts, long share) {}
