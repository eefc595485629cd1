/// Pods as the deciders see them: what they ask for and which nodes they want. Read [dev.sluice.api.pod.PodSpecs] first.
@NullMarked
package dev.sluice.api.pod;

import org.jspecify.annotations.NullMarked;
