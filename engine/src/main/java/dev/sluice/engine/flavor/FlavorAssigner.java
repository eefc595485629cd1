package dev.sluice.engine.flavor;

import dev.sluice.engine.quota.NameIndex;
import dev.sluice.engine.reason.Deviation;
import dev.sluice.engine.reason.FlavorReason;
import dev.sluice.engine.world.ClusterQueue;
import dev.sluice.engine.world.FlavorGroup;
import dev.sluice.engine.world.PodSet;
import dev.sluice.engine.world.World;
import dev.sluice.model.Amounts;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Assigns flavors to the pod sets of a workload, one group of pod sets after the other (R5.3).
///
/// A group is scanned once per resource group of the queue ([GroupScan]). Once a group fails, the rest is left out.
public final class FlavorAssigner {

    private final World world;
    private final NameIndex names;
    private final int pods;

    public FlavorAssigner(World world) {
        this.world = world;
        this.names = world.names();
        this.pods = names.resource("pods");
    }

    /// The assignment for these pod sets. Asks the oracle where a request does not fit.
    public Assignment assign(AssignmentRequest request, Oracle oracle) {
        Assignment assignment = new Assignment();
        boolean failed = false;
        List<List<PodSet>> groups = groups(request);
        int first = 0;
        for (List<PodSet> group : groups) {
            GroupRequest demand = GroupRequest.of(group, first, names);
            failed = !assignGroup(request, demand, assignment, oracle, group != groups.getLast());
            if (failed) {
                break;
            }
            first += group.size();
        }
        assignment.complete(failed);
        return assignment;
    }

    /// Pod sets that are assigned together, in the order of their first members, with `pods` counted if the queue
    /// covers it (R1.12).
    private List<List<PodSet>> groups(AssignmentRequest request) {
        boolean countPods = request.queue().groupOf(pods) != null;
        List<PodSet> podSets = request.podSets();
        if (podSets.size() == 1) {
            return List.of(List.of(counted(podSets.getFirst(), countPods)));
        }
        Map<Object, List<PodSet>> groups = new LinkedHashMap<>();
        for (PodSet podSet : podSets) {
            String name = podSet.spec().group();
            groups.computeIfAbsent(name == null ? podSet : name, _ -> new ArrayList<>(1))
                    .add(counted(podSet, countPods));
        }
        return List.copyOf(groups.values());
    }

    private PodSet counted(PodSet podSet, boolean countPods) {
        return countPods ? podSet.with(pods, podSet.count(), names) : podSet;
    }

    private boolean assignGroup(
            AssignmentRequest request,
            GroupRequest demand,
            Assignment assignment,
            Oracle oracle,
            boolean othersFollow) {
        for (AssignedPodSet podSet : demand.members()) {
            assignment.podSets.add(podSet);
        }
        GroupScan scan = new GroupScan(world, request, demand, assignment, oracle);
        boolean anyCounts = demand.size() == 0;
        for (int i = 0; i < demand.size(); i++) {
            int resource = demand.resource(i);
            FlavorGroup group = request.queue().groupOf(resource);
            if (group == null) {
                if (isIgnored(request.queue(), demand.amount(i))) {
                    continue;
                }
                Notes notes = new Notes(request.explained());
                notes.add(undeclared(resource));
                fail(demand, assignment, notes);
                return false;
            }
            anyCounts = true;
            if (!demand.isAssigned(i) && !scan.run(group, resource)) {
                return false;
            }
        }
        if (!anyCounts && othersFollow) {
            assignment.deviate(Deviation.T2_EMPTY_POD_SET);
        }
        assignment.severity = assignment.severity.max(Severity.NONE);
        scan.finish();
        return true;
    }

    /// R5.5.
    private boolean isIgnored(ClusterQueue queue, long amount) {
        return queue.spec() == null || amount == 0 || world.settings().ignoreUndeclared();
    }

    private FlavorReason undeclared(int resource) {
        return new FlavorReason.Undeclared(names.resourceName(resource));
    }

    private static void fail(GroupRequest demand, Assignment assignment, Notes notes) {
        if (!demand.anyScanned()) {
            assignment.severity = Severity.NO_MATCH;
        } else {
            assignment.severity = assignment.severity.max(demand.severity());
        }
        demand.fail(notes);
    }

    /// What a group of pod sets asks for together.
    static final class GroupRequest {
        private final List<AssignedPodSet> members;
        private final int firstIndex;
        private final int[] resources;
        private final long[] amounts;
        private final boolean[] assigned;
        private Severity severity = Severity.NONE;
        private boolean scanned;

        private GroupRequest(
                List<AssignedPodSet> members, int firstIndex, int[] resources, long[] amounts) {
            this.members = members;
            this.firstIndex = firstIndex;
            this.resources = resources;
            this.amounts = amounts;
            this.assigned = new boolean[resources.length];
        }

        static GroupRequest of(List<PodSet> podSets, int firstIndex, NameIndex names) {
            List<AssignedPodSet> members = new ArrayList<>(podSets.size());
            for (PodSet podSet : podSets) {
                members.add(new AssignedPodSet(podSet));
            }
            PodSet first = podSets.getFirst();
            if (podSets.size() == 1) {
                return new GroupRequest(members, firstIndex, first.resources(), first.totals());
            }
            PodSet sum = first;
            for (PodSet podSet : podSets.subList(1, podSets.size())) {
                for (int i = 0; i < podSet.resources().length; i++) {
                    int resource = podSet.resources()[i];
                    long total = Amounts.plus(sum.total(resource), podSet.totals()[i]);
                    sum = sum.with(resource, total, names);
                }
            }
            return new GroupRequest(members, firstIndex, sum.resources(), sum.totals());
        }

        List<AssignedPodSet> members() {
            return members;
        }

        /// Position of the first member among the pod sets of the workload.
        int firstIndex() {
            return firstIndex;
        }

        int size() {
            return resources.length;
        }

        int resource(int i) {
            return resources[i];
        }

        long amount(int i) {
            return amounts[i];
        }

        boolean isAssigned(int i) {
            return assigned[i];
        }

        void markAssigned(int i) {
            assigned[i] = true;
        }

        void noteScan(@Nullable Severity leastSevere) {
            if (leastSevere != null) {
                scanned = true;
                severity = severity.max(leastSevere);
            }
        }

        boolean anyScanned() {
            return scanned;
        }

        Severity severity() {
            return severity;
        }

        /// The group fails: flavors and texts found so far are discarded (R5.16).
        void fail(Notes notes) {
            for (AssignedPodSet member : members) {
                member.dropFlavors();
                member.notes = notes;
            }
        }
    }
}
