/// Tests of the package of the same name.
@NullMarked
package dev.sluice.apiserver.store;

import org.jspecify.annotations.NullMarked;
