/// The bridge between API objects and the engine: objects become events, decisions become what is written. Pure; read
/// [dev.sluice.controllers.queueing.EngineEvents] and [dev.sluice.controllers.queueing.DecisionTexts] first.
@NullMarked
package dev.sluice.controllers.queueing;

import org.jspecify.annotations.NullMarked;
