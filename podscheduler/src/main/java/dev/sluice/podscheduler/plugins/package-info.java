/// The plugins of the default profile, one class each, with the upstream names. Read [dev.sluice.podscheduler.plugins.DefaultPlugins] first.
@NullMarked
package dev.sluice.podscheduler.plugins;

import org.jspecify.annotations.NullMarked;
