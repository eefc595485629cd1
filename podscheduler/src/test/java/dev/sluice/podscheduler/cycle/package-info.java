@NullMarked
package dev.sluice.podscheduler.cycle;

import org.jspecify.annotations.NullMarked;
