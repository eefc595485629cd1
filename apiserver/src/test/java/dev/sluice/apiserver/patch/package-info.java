@NullMarked
package dev.sluice.apiserver.patch;

import org.jspecify.annotations.NullMarked;
