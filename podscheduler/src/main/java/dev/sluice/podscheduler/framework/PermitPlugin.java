package dev.sluice.podscheduler.framework;

import dev.sluice.podscheduler.cluster.Pod;
import java.time.Duration;

/// Lets a placed pod go on to its binding, refuses it, or lets it wait.
public interface PermitPlugin extends Plugin {
    Permission permit(CycleState state, Pod pod, String node);

    /// The answer.
    sealed interface Permission {
        /// Longer waits are cut to this.
        Duration WAIT_MAX = Duration.ofMinutes(15);

        Permission GRANTED = new Granted();

        record Granted() implements Permission {}

        /// @param status why the place is given up
        record Refused(Status status) implements Permission {}

        /// The place is kept until someone allows or rejects the pod; after `atMost` it is given up.
        record Wait(Duration atMost) implements Permission {
            public Wait {
                atMost = atMost.compareTo(WAIT_MAX) > 0 ? WAIT_MAX : atMost;
            }
        }
    }
}
