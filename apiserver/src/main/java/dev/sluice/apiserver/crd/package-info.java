/// Custom kinds: what a CustomResourceDefinition must look like, how its status develops, and how it becomes
/// [dev.sluice.apiserver.kind.Kind]s (H4). Read [dev.sluice.apiserver.crd.Definitions] first.
@NullMarked
package dev.sluice.apiserver.crd;

import org.jspecify.annotations.NullMarked;
