@NullMarked
package dev.sluice.apiserver.json;

import org.jspecify.annotations.NullMarked;
