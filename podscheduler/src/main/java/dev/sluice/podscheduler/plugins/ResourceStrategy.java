package dev.sluice.podscheduler.plugins;

import dev.sluice.podscheduler.cluster.Resources;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;

/// How full a node should be for it to be good (S4.65 to S4.67).
public sealed interface ResourceStrategy {
    /// cpu and memory, each as important as the other.
    SequencedMap<String, Integer> CPU_AND_MEMORY = cpuAndMemory();

    private static SequencedMap<String, Integer> cpuAndMemory() {
        var weights = new LinkedHashMap<String, Integer>();
        weights.put(Resources.CPU, 1);
        weights.put(Resources.MEMORY, 1);
        return weights;
    }

    /// @param asked what the incoming pod asks for
    /// @param used what is taken already
    /// @param has what the node offers in all
    /// @return 0 to 100
    long score(Resources asked, Resources used, Resources has);

    /// Extended resources that the pod does not ask for do not bear on where it goes.
    static boolean isOfNoConcern(String resource, Resources asked) {
        return asked.get(resource) == 0 && Resources.isScalar(resource);
    }

    /// The emptier the better; the default.
    record LeastAllocated(Map<String, Integer> weightByResource) implements ResourceStrategy {
        @Override
        public long score(Resources asked, Resources used, Resources has) {
            long sum = 0;
            long weights = 0;
            for (var entry : weightByResource.entrySet()) {
                long capacity = has.get(entry.getKey());
                if (capacity == 0 || isOfNoConcern(entry.getKey(), asked)) {
                    continue;
                }
                long after = used.get(entry.getKey()) + asked.get(entry.getKey());
                long free = after > capacity ? 0 : (capacity - after) * 100 / capacity;
                sum += free * entry.getValue();
                weights += entry.getValue();
            }
            return weights == 0 ? 0 : sum / weights;
        }
    }

    /// The fuller the better.
    record MostAllocated(Map<String, Integer> weightByResource) implements ResourceStrategy {
        @Override
        public long score(Resources asked, Resources used, Resources has) {
            long sum = 0;
            long weights = 0;
            for (var entry : weightByResource.entrySet()) {
                long capacity = has.get(entry.getKey());
                if (capacity == 0 || isOfNoConcern(entry.getKey(), asked)) {
                    continue;
                }
                long after = used.get(entry.getKey()) + asked.get(entry.getKey());
                sum += Math.min(after, capacity) * 100 / capacity * entry.getValue();
                weights += entry.getValue();
            }
            return weights == 0 ? 0 : sum / weights;
        }
    }

    /// As good as a line through given points says.
    ///
    /// @param shape at least one point, utilisation strictly rising
    record RequestedToCapacityRatio(Map<String, Integer> weightByResource, List<Point> shape)
            implements ResourceStrategy {

        /// @param utilisation 0 to 100
        /// @param score 0 to 10
        public record Point(int utilisation, int score) {}

        public RequestedToCapacityRatio {
            shape = List.copyOf(new ArrayList<>(shape));
        }

        @Override
        public long score(Resources asked, Resources used, Resources has) {
            long sum = 0;
            long weights = 0;
            for (var entry : weightByResource.entrySet()) {
                long capacity = has.get(entry.getKey());
                if (capacity == 0 || isOfNoConcern(entry.getKey(), asked)) {
                    continue;
                }
                long after = used.get(entry.getKey()) + asked.get(entry.getKey());
                long score = onLine(after >= capacity ? 100 : after * 100 / capacity);
                if (score > 0) {
                    sum += score * entry.getValue();
                    weights += entry.getValue();
                }
            }
            return weights == 0 ? 0 : Math.round((double) sum / weights);
        }

        private long onLine(long utilisation) {
            Point before = null;
            for (Point point : shape) {
                if (utilisation <= point.utilisation()) {
                    return before == null
                            ? 10L * point.score()
                            : between(before, point, utilisation);
                }
                before = point;
            }
            return 10L * shape.getLast().score();
        }

        private static long between(Point low, Point high, long utilisation) {
            long rise = 10L * (high.score() - low.score());
            return 10L * low.score()
                    + rise
                            * (utilisation - low.utilisation())
                            / (high.utilisation() - low.utilisation());
        }
    }
}
