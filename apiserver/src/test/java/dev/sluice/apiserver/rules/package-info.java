@NullMarked
package dev.sluice.apiserver.rules;

import org.jspecify.annotations.NullMarked;
