package dev.sluice.conformance.lifecycle;

import java.time.Duration;

/// Keeps pieces of work apart: work is ordered by its creation, which has a resolution of a second, so two pieces are never created in
/// the same one.
final class Spacing {
    private static final Duration BETWEEN_CREATIONS = Duration.ofSeconds(1);

    private final World world;
    private String lastCreation = "";

    Spacing(World world) {
        this.world = world;
    }

    /// Called before a piece of work is created.
    void creating() {
        if (NodeAgent.timestamp(world.now()).equals(lastCreation)) {
            world.advanceTo(world.now().plus(BETWEEN_CREATIONS));
            world.settle();
        }
        lastCreation = NodeAgent.timestamp(world.now());
    }
}
