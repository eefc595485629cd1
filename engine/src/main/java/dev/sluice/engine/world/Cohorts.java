package dev.sluice.engine.world;

import dev.sluice.engine.quota.QuotaForest;
import dev.sluice.engine.quota.QuotaNode;
import dev.sluice.engine.spec.CohortSpec;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Cohorts by name, those with an object and those that are only mentioned (R2.2).
final class Cohorts {

    private final QuotaForest forest;
    private final Map<String, QuotaNode> nodesByName = new HashMap<>();
    private final Map<String, CohortSpec> specsByName = new HashMap<>();

    Cohorts(QuotaForest forest) {
        this.forest = forest;
    }

    @Nullable QuotaNode get(String name) {
        return nodesByName.get(name);
    }

    void change(CohortSpec spec) {
        if (spec.equals(specsByName.put(spec.name(), spec))) {
            return;
        }
        QuotaNode node = node(spec.name());
        forest.setDeclared(node, true);
        forest.setQuota(node, spec.resourceGroups());
        forest.setWeight(node, spec.fairWeight());
        attach(node, spec.parent());
    }

    /// The object is gone; the cohort stays as long as it has children.
    void delete(String name) {
        QuotaNode node = nodesByName.get(name);
        if (node == null || specsByName.remove(name) == null) {
            return;
        }
        forest.setDeclared(node, false);
        forest.setQuota(node, List.of());
        forest.setWeight(node, 1);
        attach(node, null);
        dropIfUnused(node);
    }

    /// Puts a node below the cohort of this name, or makes it a root.
    void attach(QuotaNode node, @Nullable String parentName) {
        QuotaNode old = node.parent();
        QuotaNode parent = parentName == null || parentName.isEmpty() ? null : node(parentName);
        forest.setParent(node, parent);
        if (old != null && old != parent) {
            dropIfUnused(old);
        }
    }

    private QuotaNode node(String name) {
        return nodesByName.computeIfAbsent(name, forest::newCohort);
    }

    private void dropIfUnused(QuotaNode cohort) {
        if (!forest.isDeclared(cohort) && cohort.children().isEmpty()) {
            nodesByName.remove(cohort.name());
            attach(cohort, null);
        }
    }
}
