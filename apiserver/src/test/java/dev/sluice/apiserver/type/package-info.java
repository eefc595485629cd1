@NullMarked
package dev.sluice.apiserver.type;

import org.jspecify.annotations.NullMarked;
