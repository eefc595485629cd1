@NullMarked
package dev.sluice.controllers.scheduling.process;

import org.jspecify.annotations.NullMarked;
