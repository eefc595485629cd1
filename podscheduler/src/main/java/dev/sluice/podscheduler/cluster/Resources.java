package dev.sluice.podscheduler.cluster;

import dev.sluice.model.Amounts;
import dev.sluice.model.Quantity;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.LongBinaryOperator;

/// How much of each resource: what a pod asks for or a node offers. Values never change; sums stop at
/// `Long.MAX_VALUE` instead of overflowing.
///
/// @param cpuMillis in thousandths of a core
/// @param memoryBytes in bytes
/// @param storageBytes ephemeral storage in bytes
/// @param scalars every other resource by its full name (extended resources, huge pages), in units or bytes
public record Resources(
        long cpuMillis, long memoryBytes, long storageBytes, SortedMap<String, Long> scalars) {

    public static final String CPU = "cpu";
    public static final String MEMORY = "memory";
    public static final String EPHEMERAL_STORAGE = "ephemeral-storage";
    public static final String PODS = "pods";

    public static final Resources NONE = new Resources(0, 0, 0, Collections.emptySortedMap());

    public Resources {
        scalars =
                scalars.isEmpty()
                        ? Collections.emptySortedMap()
                        : Collections.unmodifiableSortedMap(new TreeMap<>(scalars));
    }

    /// @param byName quantities by resource name; `pods` is left out, since pods are counted apart
    public static Resources of(Map<String, Quantity> byName) {
        TreeMap<String, Long> scalars = new TreeMap<>();
        byName.forEach((name, quantity) -> scalars.put(name, Amounts.ofRequest(name, quantity)));
        long cpu = taken(scalars, CPU);
        long memory = taken(scalars, MEMORY);
        long storage = taken(scalars, EPHEMERAL_STORAGE);
        scalars.remove(PODS);
        return new Resources(cpu, memory, storage, scalars);
    }

    private static long taken(TreeMap<String, Long> amounts, String name) {
        Long amount = amounts.remove(name);
        return amount == null ? 0 : amount;
    }

    /// The amount of one resource, 0 if it does not occur.
    public long get(String resource) {
        return switch (resource) {
            case CPU -> cpuMillis;
            case MEMORY -> memoryBytes;
            case EPHEMERAL_STORAGE -> storageBytes;
            default -> scalars.getOrDefault(resource, 0L);
        };
    }

    /// Whether the resource is one of [#scalars].
    public static boolean isScalar(String resource) {
        return switch (resource) {
            case CPU, MEMORY, EPHEMERAL_STORAGE -> false;
            default -> true;
        };
    }

    public Resources plus(Resources other) {
        return new Resources(
                sum(cpuMillis, other.cpuMillis),
                sum(memoryBytes, other.memoryBytes),
                sum(storageBytes, other.storageBytes),
                merged(other, Resources::sum));
    }

    public Resources minus(Resources other) {
        return new Resources(
                cpuMillis - other.cpuMillis,
                memoryBytes - other.memoryBytes,
                storageBytes - other.storageBytes,
                merged(other, (mine, theirs) -> mine - theirs));
    }

    /// The greater amount of each resource.
    public Resources max(Resources other) {
        return new Resources(
                Math.max(cpuMillis, other.cpuMillis),
                Math.max(memoryBytes, other.memoryBytes),
                Math.max(storageBytes, other.storageBytes),
                merged(other, Math::max));
    }

    public boolean isZero() {
        return cpuMillis == 0
                && memoryBytes == 0
                && storageBytes == 0
                && scalars.values().stream().allMatch(amount -> amount == 0);
    }

    private SortedMap<String, Long> merged(Resources other, LongBinaryOperator op) {
        if (scalars.isEmpty() && other.scalars.isEmpty()) {
            return Collections.emptySortedMap();
        }
        TreeMap<String, Long> result = new TreeMap<>();
        for (String name : scalars.keySet()) {
            result.put(name, op.applyAsLong(get(name), other.get(name)));
        }
        for (String name : other.scalars.keySet()) {
            result.putIfAbsent(name, op.applyAsLong(get(name), other.get(name)));
        }
        return result;
    }

    private static long sum(long a, long b) {
        long result = a + b;
        boolean overflowed = ((a ^ result) & (b ^ result)) < 0;
        return overflowed ? (a < 0 ? Long.MIN_VALUE : Long.MAX_VALUE) : result;
    }
}
