@NullMarked
package dev.sluice.controllers.event;

import org.jspecify.annotations.NullMarked;
