/// Feature gates: which exist, and which are on. Read [dev.sluice.api.feature.FeatureGates] first.
@NullMarked
package dev.sluice.api.feature;

import org.jspecify.annotations.NullMarked;
