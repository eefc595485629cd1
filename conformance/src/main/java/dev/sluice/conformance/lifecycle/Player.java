package dev.sluice.conformance.lifecycle;

/// What acts on one cluster in the course of a run, and what looks at it.
final class Player {
    private final Site site;
    private final Observer observer;
    private final Waiting waiting;
    private final NodeAgent agent;
    private final Actions actions;

    /// @param clusters how many there are in the scenario
    Player(World world, Site site, int clusters, Bindings bindings, Spacing spacing) {
        this.site = site;
        observer = new Observer(site, Resource.compared(clusters), bindings);
        waiting = new Waiting(observer);
        agent = new NodeAgent(world, site);
        actions = new Actions(world, site, observer, agent, bindings, spacing);
    }

    Site site() {
        return site;
    }

    Observer observer() {
        return observer;
    }

    Waiting waiting() {
        return waiting;
    }

    NodeAgent agent() {
        return agent;
    }

    Actions actions() {
        return actions;
    }
}
