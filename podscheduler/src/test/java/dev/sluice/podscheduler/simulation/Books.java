package dev.sluice.podscheduler.simulation;

import dev.sluice.podscheduler.cluster.Pod;
import dev.sluice.podscheduler.framework.CycleState;
import dev.sluice.podscheduler.framework.PermitPlugin;
import dev.sluice.podscheduler.framework.ReservePlugin;
import dev.sluice.podscheduler.framework.Status;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;

/// A plugin that writes down what is reserved, and lets pods with the label `ask` wait for leave, three seconds at most.
final class Books implements ReservePlugin, PermitPlugin {
    static final String NAME = "Books";
    private final Set<String> reserved = new HashSet<>();

    boolean holds(Pod pod) {
        return reserved.contains(pod.uid());
    }

    /// As after the death of the process: what it knew is gone.
    void burn() {
        reserved.clear();
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Status reserve(CycleState state, Pod pod, String node) {
        reserved.add(pod.uid());
        return Status.SUCCESS;
    }

    @Override
    public void unreserve(CycleState state, Pod pod, String node) {
        reserved.remove(pod.uid());
    }

    @Override
    public Permission permit(CycleState state, Pod pod, String node) {
        return pod.labels().containsKey("ask")
                ? new Permission.Wait(Duration.ofSeconds(3))
                : Permission.GRANTED;
    }
}
