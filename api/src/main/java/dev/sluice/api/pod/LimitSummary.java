package dev.sluice.api.pod;

import dev.sluice.model.Quantity;
import io.fabric8.kubernetes.api.model.LimitRange;
import io.fabric8.kubernetes.api.model.LimitRangeItem;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// What the LimitRanges of a namespace say together (R1.7).
///
/// @param container about each container
/// @param pod about a pod as a whole
public record LimitSummary(Limits container, Limits pod) {

    /// Says nothing.
    public static final LimitSummary NONE = new LimitSummary(Limits.NONE, Limits.NONE);

    /// Limits of one type, by resource.
    ///
    /// @param max the smallest maximum
    /// @param min the greatest minimum
    /// @param defaults the first default limit
    /// @param defaultRequests the first default request
    public record Limits(
            Map<String, Quantity> max,
            Map<String, Quantity> min,
            Map<String, Quantity> defaults,
            Map<String, Quantity> defaultRequests) {

        /// Says nothing.
        public static final Limits NONE = new Limits(Map.of(), Map.of(), Map.of(), Map.of());
    }

    /// Summarises the LimitRanges of one namespace.
    public static LimitSummary of(List<LimitRange> ranges) {
        return ranges.isEmpty()
                ? NONE
                : new LimitSummary(limits(ranges, "Container"), limits(ranges, "Pod"));
    }

    private static Limits limits(List<LimitRange> ranges, String type) {
        Map<String, Quantity> max = new TreeMap<>();
        Map<String, Quantity> min = new TreeMap<>();
        Map<String, Quantity> defaults = new TreeMap<>();
        Map<String, Quantity> requests = new TreeMap<>();
        for (LimitRange range : ranges) {
            for (LimitRangeItem item : range.getSpec().getLimits()) {
                if (!type.equals(item.getType())) {
                    continue;
                }
                PodSpecs.quantities(item.getMax())
                        .forEach((r, q) -> max.merge(r, q, LimitSummary::smaller));
                PodSpecs.quantities(item.getMin())
                        .forEach((r, q) -> min.merge(r, q, Quantity::max));
                PodSpecs.quantities(item.getDefault()).forEach(defaults::putIfAbsent);
                PodSpecs.quantities(item.getDefaultRequest()).forEach(requests::putIfAbsent);
            }
        }
        return new Limits(max, min, defaults, requests);
    }

    private static Quantity smaller(Quantity a, Quantity b) {
        return a.compareTo(b) <= 0 ? a : b;
    }
}
