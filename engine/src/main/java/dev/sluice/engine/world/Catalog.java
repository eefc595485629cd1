package dev.sluice.engine.world;

import dev.sluice.engine.quota.NameIndex;
import dev.sluice.engine.spec.AdmissionCheckSpec;
import dev.sluice.engine.spec.FlavorSpec;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Flavors, admission checks and namespaces: what queues and workloads refer to by name.
public final class Catalog {

    private final NameIndex names;
    private final List<@Nullable FlavorSpec> flavors = new ArrayList<>();
    private final Map<String, AdmissionCheckSpec> checks = new HashMap<>();
    private final Map<String, Map<String, String>> namespaceLabels = new HashMap<>();

    Catalog(NameIndex names) {
        this.names = names;
    }

    /// The flavor with this number, or null if it does not exist.
    public @Nullable FlavorSpec flavor(int flavor) {
        return flavor < flavors.size() ? flavors.get(flavor) : null;
    }

    public @Nullable FlavorSpec flavor(String name) {
        return flavor(names.flavor(name));
    }

    void setFlavor(String name, @Nullable FlavorSpec spec) {
        int flavor = names.flavor(name);
        while (flavors.size() <= flavor) {
            flavors.add(null);
        }
        flavors.set(flavor, spec);
    }

    public @Nullable AdmissionCheckSpec check(String name) {
        return checks.get(name);
    }

    void setCheck(String name, @Nullable AdmissionCheckSpec spec) {
        if (spec == null) {
            checks.remove(name);
        } else {
            checks.put(name, spec);
        }
    }

    /// Labels of a namespace, or null if it does not exist.
    public @Nullable Map<String, String> namespaceLabels(String name) {
        return namespaceLabels.get(name);
    }

    void setNamespace(String name, @Nullable Map<String, String> labels) {
        if (labels == null) {
            namespaceLabels.remove(name);
        } else {
            namespaceLabels.put(name, labels);
        }
    }
}
