package dev.sluice.api.config;

import java.time.Duration;
import java.util.List;

/// What nominates the worker clusters that a workload is sent to (L5.21–L5.23).
public sealed interface Dispatcher {
    /// All clusters at once.
    String ALL_AT_ONCE = "kueue.x-k8s.io/multikueue-dispatcher-all-at-once";

    /// A few more clusters every few minutes.
    String INCREMENTAL = "kueue.x-k8s.io/multikueue-dispatcher-incremental";

    /// All clusters, by gentle means first.
    String TIERS = "sluice.dev/multikueue-dispatcher-tiers";

    /// The names of those that are built in.
    List<String> BUILT_IN = List.of(ALL_AT_ONCE, INCREMENTAL, TIERS);

    /// Its name in a configuration.
    String name();

    /// Nominates every connected cluster at once.
    record AllAtOnce() implements Dispatcher {
        @Override
        public String name() {
            return ALL_AT_ONCE;
        }
    }

    /// Nominates some more clusters in each round.
    ///
    /// @param stepSize how many, at least one
    record Incremental(int stepSize) implements Dispatcher {
        @Override
        public String name() {
            return INCREMENTAL;
        }
    }

    /// Nominates every connected cluster; what the copies there may do widens with time.
    ///
    /// @param strict for how long they may neither borrow nor preempt
    /// @param noPreemption for how long after that they may borrow, but not preempt
    record Tiers(Duration strict, Duration noPreemption) implements Dispatcher {
        @Override
        public String name() {
            return TIERS;
        }
    }

    /// Leaves the nomination to a controller of somebody else.
    record External(String name) implements Dispatcher {}
}
