/// The kinds of kueue.x-k8s.io: types, validation, CRDs, translation into the model.
@NullMarked
package dev.sluice.api;

import org.jspecify.annotations.NullMarked;
