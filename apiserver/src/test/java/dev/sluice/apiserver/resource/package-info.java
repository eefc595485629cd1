@NullMarked
package dev.sluice.apiserver.resource;

import org.jspecify.annotations.NullMarked;
