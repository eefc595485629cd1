@NullMarked
package dev.sluice.controllers.serving;

import org.jspecify.annotations.NullMarked;
