/// The older version of our kinds, `v1beta1`, as another form of the one that is stored.
@NullMarked
package dev.sluice.api.conversion;

import org.jspecify.annotations.NullMarked;
