@NullMarked
package dev.sluice.localcluster.cron;

import org.jspecify.annotations.NullMarked;
