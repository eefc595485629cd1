/// Workloads: what their status says, how it changes, and the controller that keeps it true. Read
/// [dev.sluice.controllers.workload.Facts] and [dev.sluice.controllers.workload.StatusChanges] first.
@NullMarked
package dev.sluice.controllers.workload;

import org.jspecify.annotations.NullMarked;
