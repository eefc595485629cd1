/// Keys that are shared between objects: labels, annotations, finalizers and gates (A2). Read
/// [dev.sluice.api.name.Labels] first.
@NullMarked
package dev.sluice.api.name;

import org.jspecify.annotations.NullMarked;
