/// Plain pods and groups of pods in queues (L3.11 to L3.49). Read [dev.sluice.controllers.pod.PodReconciler] first, then
/// [dev.sluice.controllers.pod.GroupPlan], which decides.
@NullMarked
package dev.sluice.controllers.pod;

import org.jspecify.annotations.NullMarked;
