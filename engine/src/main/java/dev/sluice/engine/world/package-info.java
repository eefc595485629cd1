/// What the engine knows: live workloads, queues and flavors, linked with each other and with the quota forest. Read
/// [dev.sluice.engine.world.World] first.
@NullMarked
package dev.sluice.engine.world;

import org.jspecify.annotations.NullMarked;
