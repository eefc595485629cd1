package dev.sluice.engine.flavor;

import dev.sluice.engine.world.PodSet;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The search for the smallest reduction of pod counts that succeeds (R5.24).
public final class PartialAdmission {

    private PartialAdmission() {}

    /// Searches by bisection. The attempt gives a result for pod sets with reduced counts, or null for failure.
    ///
    /// Returns the result of the probe at the index that the bisection ends with, or null if that was never probed
    /// with success.
    public static <T> @Nullable T search(
            List<PodSet> podSets, Function<List<PodSet>, @Nullable T> attempt) {
        int[] deltas = new int[podSets.size()];
        long sum = 0;
        for (int i = 0; i < deltas.length; i++) {
            deltas[i] = podSets.get(i).count() - podSets.get(i).minCount();
            sum += deltas[i];
        }
        long low = 0;
        long high = sum + 1;
        T found = null;
        long foundAt = -1;
        while (low < high) {
            long middle = (low + high) >>> 1;
            T result = middle > sum ? null : attempt.apply(reduced(podSets, deltas, middle, sum));
            if (result == null) {
                low = middle + 1;
            } else {
                found = result;
                foundAt = middle;
                high = middle;
            }
        }
        return foundAt == low ? found : null;
    }

    private static List<PodSet> reduced(List<PodSet> podSets, int[] deltas, long k, long sum) {
        List<PodSet> reduced = new ArrayList<>(deltas.length);
        for (int i = 0; i < deltas.length; i++) {
            PodSet podSet = podSets.get(i);
            reduced.add(podSet.scaledTo((int) (podSet.count() - deltas[i] * k / sum)));
        }
        return reduced;
    }
}
