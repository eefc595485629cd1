/// The extension points and the values that pass through them. Read [dev.sluice.podscheduler.framework.Plugin] first.
@NullMarked
package dev.sluice.podscheduler.framework;

import org.jspecify.annotations.NullMarked;
