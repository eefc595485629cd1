package dev.sluice.api.pod;

import dev.sluice.model.Amounts;
import dev.sluice.model.PodRequests;
import dev.sluice.model.PodResources;
import dev.sluice.model.PodResources.Container;
import dev.sluice.model.PodResources.Demand;
import dev.sluice.model.Quantity;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiPredicate;

/// What is wrong with the requests of a pod set, in the texts of R4.5. Pods are given after their adjustment (R1.6).
public final class RequestFaults {
    private RequestFaults() {}

    /// Requests that exceed their own limits (R1.19).
    ///
    /// @param path of the pod spec, such as `spec.podSets[0].template.spec`
    public static List<String> aboveLimits(PodResources pod, String path) {
        List<String> faults = new ArrayList<>();
        blocks(pod, path)
                .forEach(
                        (where, demand) ->
                                add(
                                        faults,
                                        where,
                                        "requests must not exceed its limits",
                                        exceeding(demand.requests(), demand.limits())));
        return faults;
    }

    /// Requests that the LimitRanges of the namespace forbid (R1.20).
    public static List<String> outsideLimitRange(
            PodResources pod, LimitSummary limits, String path) {
        List<String> faults = new ArrayList<>();
        containers(pod, path).forEach((where, demand) -> container(faults, where, demand, limits));
        Map<String, Quantity> total = PodRequests.of(pod);
        bounds(faults, path, total, total, limits.pod());
        return faults;
    }

    private static void container(
            List<String> faults, String where, Demand demand, LimitSummary limits) {
        Map<String, Quantity> greatest = new TreeMap<>(demand.requests());
        demand.limits().forEach((r, q) -> greatest.merge(r, q, Quantity::max));
        Map<String, Quantity> smallest = new TreeMap<>(demand.requests());
        demand.limits().forEach((r, q) -> smallest.merge(r, q, RequestFaults::smaller));
        bounds(faults, where, greatest, smallest, limits.container());
    }

    private static void bounds(
            List<String> faults,
            String where,
            Map<String, Quantity> greatest,
            Map<String, Quantity> smallest,
            LimitSummary.Limits limits) {
        add(
                faults,
                where,
                "requests must not be above the limitRange max",
                exceeding(greatest, limits.max()));
        add(
                faults,
                where,
                "requests must not be below the limitRange min",
                exceeding(limits.min(), smallest));
    }

    private static Quantity smaller(Quantity a, Quantity b) {
        return a.compareTo(b) <= 0 ? a : b;
    }

    private static Map<String, Demand> blocks(PodResources pod, String path) {
        Map<String, Demand> blocks = containers(pod, path);
        blocks.put(path + ".resources", pod.podLevel());
        return blocks;
    }

    private static Map<String, Demand> containers(PodResources pod, String path) {
        Map<String, Demand> blocks = new LinkedHashMap<>();
        put(blocks, pod.initContainers(), path + ".initContainers");
        put(blocks, pod.containers(), path + ".containers");
        return blocks;
    }

    private static void put(Map<String, Demand> blocks, List<Container> containers, String path) {
        for (int i = 0; i < containers.size(); i++) {
            blocks.put(path + "[" + i + "]", containers.get(i).demand());
        }
    }

    /// Resources on both sides of which the first amount is the greater one, in canonical units.
    private static SortedSet<String> exceeding(
            Map<String, Quantity> first, Map<String, Quantity> second) {
        BiPredicate<String, Quantity> exceeds =
                (resource, quantity) -> {
                    Quantity other = second.get(resource);
                    return other != null
                            && Amounts.ofRequest(resource, quantity)
                                    > Amounts.ofRequest(resource, other);
                };
        SortedSet<String> resources = new TreeSet<>();
        first.forEach(
                (resource, quantity) -> {
                    if (exceeds.test(resource, quantity)) {
                        resources.add(resource);
                    }
                });
        return resources;
    }

    private static void add(
            List<String> faults, String where, String text, SortedSet<String> resources) {
        if (!resources.isEmpty()) {
            String value = String.join(",", resources.stream().map(r -> "\"" + r + "\"").toList());
            faults.add("%s: Invalid value: [%s]: %s".formatted(where, value, text));
        }
    }
}
