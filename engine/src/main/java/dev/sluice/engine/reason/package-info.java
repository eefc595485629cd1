/// Why a decision was taken, as data: texts of conditions and events are rendered from it at the edge.
/// Read [dev.sluice.engine.reason.AssignmentReport] first.
@NullMarked
package dev.sluice.engine.reason;

import org.jspecify.annotations.NullMarked;
