package dev.sluice.conformance.scheduler;

import dev.sluice.podscheduler.cluster.NodeState;
import dev.sluice.podscheduler.cluster.Pod;
import dev.sluice.podscheduler.config.PluginCatalogue;
import dev.sluice.podscheduler.framework.CycleState;
import dev.sluice.podscheduler.framework.EventKind;
import dev.sluice.podscheduler.framework.FilterPlugin;
import dev.sluice.podscheduler.framework.PermitPlugin;
import dev.sluice.podscheduler.framework.PreEnqueuePlugin;
import dev.sluice.podscheduler.framework.QueueSortPlugin;
import dev.sluice.podscheduler.framework.ReservePlugin;
import dev.sluice.podscheduler.framework.Status;
import dev.sluice.podscheduler.framework.Wake;
import dev.sluice.podscheduler.queue.QueuedPod;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Plugins that the vectors turn on and off. Each concerns only pods with a label of its own name, and lets them pass once it is told to.
final class VectorPlugins {
    private final Set<String> passing = new HashSet<>();

    /// What Reserve plugins were asked, in order.
    final List<String> log = new ArrayList<>();

    PluginCatalogue catalogue() {
        return PluginCatalogue.standard()
                .with("P", _ -> new Gate())
                .with("Q", _ -> new Refusing("Q", Status.pending("Q waits"), EventKind.NODE_UPDATE_LABEL))
                .with("E", _ -> new Refusing("E", Status.error("E broke"), EventKind.NODE_UPDATE_LABEL))
                .with(
                        "L",
                        _ ->
                                new Refusing(
                                        "L",
                                        Status.unschedulable("L refuses"),
                                        EventKind.ASSIGNED_POD_UPDATE_LABEL))
                .with("Broken", _ -> new BrokenHint())
                .with("W", _ -> new Waiting())
                .with("R1", _ -> new Reserving("R1"))
                .with("R2", _ -> new Reserving("R2"))
                .with("OtherSort", _ -> new OtherSort());
    }

    void let(String plugin, boolean passes) {
        if (passes) {
            passing.add(plugin);
        } else {
            passing.remove(plugin);
        }
    }

    private boolean stops(String plugin, Pod pod) {
        return pod.labels().containsKey(plugin) && !passing.contains(plugin);
    }

    private final class Gate implements PreEnqueuePlugin {
        @Override
        public String name() {
            return "P";
        }

        @Override
        public Status preEnqueue(Pod pod) {
            return stops("P", pod) ? Status.unresolvable("P says no") : Status.SUCCESS;
        }

        @Override
        public List<Wake> wakes() {
            return List.of(new Wake(EventKind.NODE_UPDATE_LABEL, Wake.Hint.ALWAYS));
        }
    }

    private final class Refusing implements FilterPlugin {
        private final String name;
        private final Status status;
        private final EventKind wakes;

        Refusing(String name, Status status, EventKind wakes) {
            this.name = name;
            this.status = status;
            this.wakes = wakes;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public Status filter(CycleState state, Pod pod, NodeState node) {
            return stops(name, pod) ? status : Status.SUCCESS;
        }

        @Override
        public List<Wake> wakes() {
            return List.of(new Wake(wakes, Wake.Hint.ALWAYS));
        }
    }

    private final class BrokenHint implements FilterPlugin {
        @Override
        public String name() {
            return "Broken";
        }

        @Override
        public Status filter(CycleState state, Pod pod, NodeState node) {
            return stops("Broken", pod) ? Status.unschedulable("no") : Status.SUCCESS;
        }

        @Override
        public List<Wake> wakes() {
            return List.of(
                    new Wake(
                            EventKind.NODE_UPDATE_LABEL,
                            (_, _) -> {
                                throw new IllegalStateException("the hint is broken");
                            }));
        }
    }

    private final class Waiting implements PermitPlugin {
        @Override
        public String name() {
            return "W";
        }

        @Override
        public Permission permit(CycleState state, Pod pod, String node) {
            return stops("W", pod)
                    ? new Permission.Wait(Duration.ofSeconds(1))
                    : Permission.GRANTED;
        }

        @Override
        public List<Wake> wakes() {
            return List.of(new Wake(EventKind.NODE_ADD, Wake.Hint.ALWAYS));
        }
    }

    private final class Reserving implements ReservePlugin {
        private final String name;

        Reserving(String name) {
            this.name = name;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public Status reserve(CycleState state, Pod pod, String node) {
            log.add("reserve " + name);
            return Status.SUCCESS;
        }

        @Override
        public void unreserve(CycleState state, Pod pod, String node) {
            log.add("unreserve " + name);
        }
    }

    private static final class OtherSort implements QueueSortPlugin {
        @Override
        public String name() {
            return "OtherSort";
        }

        @Override
        public int compare(QueuedPod first, QueuedPod second) {
            return first.since().compareTo(second.since());
        }
    }
}
