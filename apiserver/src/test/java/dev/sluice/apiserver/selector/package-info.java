/// Tests of the package of the same name.
@NullMarked
package dev.sluice.apiserver.selector;

import org.jspecify.annotations.NullMarked;
