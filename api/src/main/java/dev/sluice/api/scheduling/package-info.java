/// Kinds of `scheduling.k8s.io` that the client's model does not have. Read [dev.sluice.api.scheduling.PodGroup] first.
@NullMarked
package dev.sluice.api.scheduling;

import org.jspecify.annotations.NullMarked;
