@NullMarked
package dev.sluice.podscheduler.config;

import org.jspecify.annotations.NullMarked;
