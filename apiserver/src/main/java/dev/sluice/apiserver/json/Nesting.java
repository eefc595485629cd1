package dev.sluice.apiserver.json;

import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.JsonNode;

/// How deep a tree may be. Whoever walks one needs a piece of the stack for each level, so a client must not choose how many
/// there are; kube-apiserver stops at 10,000, no object of its API comes near either.
public final class Nesting {
    /// Objects and lists inside one another.
    public static final int LEVELS_MAX = 200;

    private Nesting() {}

    /// Of readers of JSON that refuse deeper trees.
    public static JsonFactoryBuilder factory() {
        return new JsonFactoryBuilder()
                .streamReadConstraints(
                        StreamReadConstraints.builder().maxNestingDepth(LEVELS_MAX).build());
    }

    /// Whether a tree has no more levels than there is room for; goes no deeper than that.
    public static boolean fits(JsonNode tree, int levels) {
        if (!tree.isContainerNode()) {
            return true;
        }
        if (levels <= 0) {
            return false;
        }
        for (JsonNode child : tree) {
            if (!fits(child, levels - 1)) {
                return false;
            }
        }
        return true;
    }
}
