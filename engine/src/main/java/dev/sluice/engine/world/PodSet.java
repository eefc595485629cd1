package dev.sluice.engine.world;

import dev.sluice.engine.quota.NameIndex;
import dev.sluice.engine.spec.PodSetSpec;
import dev.sluice.model.Amounts;
import java.util.List;
import java.util.Map;

/// What one pod set asks for in total: resources by number, in the order in which they are visited (R5.4).
///
/// @param spec what was told
/// @param count pods after reclaim (R1.15) or partial admission (R5.24)
/// @param resources numbers of the requested resources
/// @param totals amounts of all pods, by the same index
public record PodSet(PodSetSpec spec, int count, int[] resources, long[] totals) {

    /// The pod set with a number of pods.
    static PodSet of(PodSetSpec spec, int count, NameIndex names) {
        Map<String, Long> perPod = spec.requestsPerPod();
        int[] resources = new int[perPod.size()];
        int size = 0;
        for (Map.Entry<String, Long> entry : perPod.entrySet()) {
            insert(resources, size++, names.resource(entry.getKey()), names);
        }
        long[] totals = new long[size];
        for (int i = 0; i < size; i++) {
            Long amount = perPod.get(names.resourceName(resources[i]));
            totals[i] = Amounts.times(amount == null ? 0 : Math.max(0, amount), count);
        }
        return new PodSet(spec, count, resources, totals);
    }

    private static void insert(int[] sorted, int size, int resource, NameIndex names) {
        int at = size;
        while (at > 0 && names.compareResources(sorted[at - 1], resource) > 0) {
            sorted[at] = sorted[at - 1];
            at--;
        }
        sorted[at] = resource;
    }

    /// The same pods, but so many of them (R1.14).
    public PodSet scaledTo(int newCount) {
        if (count == 0 || count == newCount) {
            return this;
        }
        long[] scaled = new long[totals.length];
        for (int i = 0; i < totals.length; i++) {
            scaled[i] = Amounts.times(totals[i] / count, newCount);
        }
        return new PodSet(spec, newCount, resources, scaled);
    }

    /// The amount of one resource, 0 if it is not requested.
    public long total(int resource) {
        for (int i = 0; i < resources.length; i++) {
            if (resources[i] == resource) {
                return totals[i];
            }
        }
        return 0;
    }

    /// What partial admission may go down to: the count itself if it may not.
    public int minCount() {
        Integer min = spec.minCount();
        return min == null ? count : Math.clamp(min, 0, count);
    }

    /// The same pods with the amount of one resource set, whether it was requested or not.
    public PodSet with(int resource, long amount, NameIndex names) {
        int at = 0;
        while (at < resources.length && names.compareResources(resources[at], resource) < 0) {
            at++;
        }
        boolean known = at < resources.length && resources[at] == resource;
        int length = known ? resources.length : resources.length + 1;
        int[] newResources = new int[length];
        long[] newTotals = new long[length];
        System.arraycopy(resources, 0, newResources, 0, at);
        System.arraycopy(totals, 0, newTotals, 0, at);
        newResources[at] = resource;
        newTotals[at] = amount;
        int rest = known ? at + 1 : at;
        System.arraycopy(resources, rest, newResources, at + 1, resources.length - rest);
        System.arraycopy(totals, rest, newTotals, at + 1, totals.length - rest);
        return new PodSet(spec, count, newResources, newTotals);
    }

    /// Whether some pod set may do with fewer pods (R5.24).
    public static boolean anyIsPartial(List<PodSet> podSets) {
        for (PodSet podSet : podSets) {
            if (podSet.minCount() < podSet.count()) {
                return true;
            }
        }
        return false;
    }
}
