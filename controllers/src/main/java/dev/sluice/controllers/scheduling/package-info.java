/// The pod scheduler's hands: pods and nodes become its events, its decisions become bindings, conditions and events. Read [dev.sluice.controllers.scheduling.Scheduling] first.
@NullMarked
package dev.sluice.controllers.scheduling;

import org.jspecify.annotations.NullMarked;
