@NullMarked
package dev.sluice.controllers.multicluster;

import org.jspecify.annotations.NullMarked;
