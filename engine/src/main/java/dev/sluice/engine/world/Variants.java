package dev.sluice.engine.world;

import dev.sluice.engine.spec.WorkloadKey;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Which workloads are variants of the same one (R9.7): each asks for another flavor, and at most one of them is to run.
public final class Variants {

    private final Map<WorkloadKey, Map<WorkloadKey, Workload>> variantsByParent = new HashMap<>();
    private final Map<WorkloadKey, WorkloadKey> parentByVariant = new HashMap<>();

    /// Notes whose variant a workload is; null for nobody's.
    void link(Workload workload, @Nullable WorkloadKey parent) {
        WorkloadKey key = workload.key();
        WorkloadKey old =
                parent == null ? parentByVariant.remove(key) : parentByVariant.put(key, parent);
        if (old != null && !old.equals(parent)) {
            variantsByParent.computeIfPresent(
                    old,
                    (_, variants) -> {
                        variants.remove(key);
                        return variants.isEmpty() ? null : variants;
                    });
        }
        if (parent != null) {
            variantsByParent.computeIfAbsent(parent, _ -> new TreeMap<>()).put(key, workload);
        }
    }

    /// The variants of the same workload, itself included, in the order of their names.
    public Collection<Workload> family(Workload workload) {
        WorkloadKey parent = parentByVariant.get(workload.key());
        return parent == null
                ? List.of()
                : variantsByParent.getOrDefault(parent, Map.of()).values();
    }
}
