@NullMarked
package dev.sluice.controllers.job;

import org.jspecify.annotations.NullMarked;
