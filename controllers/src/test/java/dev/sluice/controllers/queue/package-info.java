@NullMarked
package dev.sluice.controllers.queue;

import org.jspecify.annotations.NullMarked;
