/// Kinds that serve, in queues (L3.60 to L3.66). The pods of a StatefulSet are a group whose Workload is made here; the pods
/// themselves, and those of Deployments one by one, are the business of [dev.sluice.controllers.pod]. Read
/// [dev.sluice.controllers.serving.StatefulSetReconciler] first, then [dev.sluice.controllers.serving.StatefulSetPlan], which
/// decides.
@NullMarked
package dev.sluice.controllers.serving;

import org.jspecify.annotations.NullMarked;
