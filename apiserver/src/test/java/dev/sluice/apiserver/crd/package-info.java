@NullMarked
package dev.sluice.apiserver.crd;

import org.jspecify.annotations.NullMarked;
