/// What survives `kill -9`. Read {@link dev.sluice.acceptance.crash.CrashTest} first.
@NullMarked
package dev.sluice.acceptance.crash;

import org.jspecify.annotations.NullMarked;
