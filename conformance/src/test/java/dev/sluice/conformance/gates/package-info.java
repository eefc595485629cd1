/// The gates of KEP-6915 and KEP-8729 from the manifest to the events, on all of Sluice in this process. Read
/// [dev.sluice.conformance.gates.SchedulingGateTest] first.
@NullMarked
package dev.sluice.conformance.gates;

import org.jspecify.annotations.NullMarked;
