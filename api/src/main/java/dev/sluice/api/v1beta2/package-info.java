/// The kinds of `kueue.x-k8s.io/v1beta2` as records. Read [dev.sluice.api.v1beta2.Workload] first.
///
/// Lists and maps are never null: an absent one reads as empty, and an empty one is not written.
@NullMarked
package dev.sluice.api.v1beta2;

import org.jspecify.annotations.NullMarked;
