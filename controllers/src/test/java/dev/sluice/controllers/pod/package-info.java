@NullMarked
package dev.sluice.controllers.pod;

import org.jspecify.annotations.NullMarked;
