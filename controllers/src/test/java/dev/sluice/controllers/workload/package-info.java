@NullMarked
package dev.sluice.controllers.workload;

import org.jspecify.annotations.NullMarked;
