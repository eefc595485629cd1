/// Events about objects: what happened, for people. Read [dev.sluice.controllers.event.EventRecorder] first.
@NullMarked
package dev.sluice.controllers.event;

import org.jspecify.annotations.NullMarked;
