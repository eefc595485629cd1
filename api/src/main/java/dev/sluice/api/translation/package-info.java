/// Kubernetes objects in the words of `model`. Read [dev.sluice.api.translation.PodSpecs] first.
@NullMarked
package dev.sluice.api.translation;

import org.jspecify.annotations.NullMarked;
