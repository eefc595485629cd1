@NullMarked
package dev.sluice.controllers.admission;

import org.jspecify.annotations.NullMarked;
