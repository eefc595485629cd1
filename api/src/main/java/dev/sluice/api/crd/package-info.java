/// The CustomResourceDefinitions of our kinds. Read [dev.sluice.api.crd.Crds] first.
@NullMarked
package dev.sluice.api.crd;

import org.jspecify.annotations.NullMarked;
