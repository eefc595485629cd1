@NullMarked
package dev.sluice.apiserver.openapi;

import org.jspecify.annotations.NullMarked;
