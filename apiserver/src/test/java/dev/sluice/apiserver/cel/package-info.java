@NullMarked
package dev.sluice.apiserver.cel;

import org.jspecify.annotations.NullMarked;
