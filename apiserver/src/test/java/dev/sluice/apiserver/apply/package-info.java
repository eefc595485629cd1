@NullMarked
package dev.sluice.apiserver.apply;

import org.jspecify.annotations.NullMarked;
