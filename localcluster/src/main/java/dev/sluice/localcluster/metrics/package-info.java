/// The group `metrics.k8s.io`, made up from what pods request, so that `kubectl top` has something to show.
@NullMarked
package dev.sluice.localcluster.metrics;

import org.jspecify.annotations.NullMarked;
