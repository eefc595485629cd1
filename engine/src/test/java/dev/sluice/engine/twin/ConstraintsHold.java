package dev.sluice.engine.twin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.engine.Decision;
import dev.sluice.engine.spec.AdmissionConstraints;
import dev.sluice.engine.spec.WorkloadKey;
import dev.sluice.engine.twin.TwinTree.Node;
import dev.sluice.engine.twin.TwinTree.Pair;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Invariant: no decision breaks a constraint (KEP-8729). A workload that must not preempt has no victims, and one that must
/// not borrow leaves its ClusterQueue within its own nominal quota wherever it uses any.
final class ConstraintsHold {

    private ConstraintsHold() {}

    static void check(SmallWorld world, List<Decision> decisions) {
        Map<WorkloadKey, AdmissionConstraints> constraints = new HashMap<>();
        for (SmallWorld.Member member : world.pending()) {
            constraints.put(member.spec().key(), TwinFlavors.constraints(world, member.spec()));
        }
        TwinTree tree = new TwinTree(world);
        for (Decision decision : decisions) {
            AdmissionConstraints own =
                    constraints.getOrDefault(decision.workload(), AdmissionConstraints.NONE);
            if (own.cannotPreempt()) {
                assertThat(decision).isNotInstanceOf(Decision.Preempt.class);
            }
            if (own.cannotBorrow() && decision instanceof Decision.Admit admit) {
                Node queue = tree.queue(admit.clusterQueue());
                Map<Pair, Long> old = tree.held(admit.replaces());
                for (Map.Entry<Pair, Long> entry : TwinTree.usageOf(admit.podSets()).entrySet()) {
                    long more = entry.getValue() - old.getOrDefault(entry.getKey(), 0L);
                    long after = tree.usage(queue, entry.getKey()) + more;
                    if (more > 0) {
                        assertThat(after)
                                .as("usage of %s after %s", entry.getKey(), decision.workload())
                                .isLessThanOrEqualTo(TwinTree.nominal(queue, entry.getKey()));
                    }
                }
            }
        }
    }
}
