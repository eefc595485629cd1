package dev.sluice.apiserver.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.schema.Schema;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Lays a configuration over the live object: fields and list elements unite, what is owned as a whole is replaced
/// (H3.23). Nothing disappears here; that is the work of [Prune].
final class Merge {
    private Merge() {}

    /// @return a new tree
    static ObjectNode of(ObjectNode live, ObjectNode applied, @Nullable Schema schema) {
        ObjectNode merged = live.deepCopy();
        mergeFields(merged, applied, schema);
        return merged;
    }

    private static void mergeFields(ObjectNode live, JsonNode applied, @Nullable Schema schema) {
        for (var field : applied.properties()) {
            String name = field.getKey();
            live.set(name, merge(live.get(name), field.getValue(), Shape.below(schema, name)));
        }
    }

    /// @param live may be changed and become part of the result
    private static JsonNode merge(
            @Nullable JsonNode live, JsonNode applied, @Nullable Schema schema) {
        Shape shape = Shape.of(schema, applied);
        boolean oneIsMissing = live == null || live.isNull() || live.isEmpty();
        if (shape == Shape.WHOLE) {
            return applied.deepCopy();
        }
        if (shape == Shape.FIELDS) {
            ObjectNode base =
                    live instanceof ObjectNode object
                            ? object
                            : JsonNodeFactory.instance.objectNode();
            if (applied.isNull() && oneIsMissing) {
                return applied;
            }
            mergeFields(base, applied, schema);
            return base;
        }
        Schema list = Objects.requireNonNull(schema);
        Map<String, JsonNode> before = shape.elements(list, live);
        Map<String, JsonNode> wanted = shape.elements(list, applied);
        if (before == null || wanted == null || (applied.isNull() && oneIsMissing)) {
            return applied.deepCopy();
        }
        return interleave(before, wanted, list);
    }

    /// The united list: applied elements in the order of the configuration, and the others where they stood relative to
    /// their neighbours. Both lists are read in step. An element only the live list has is taken when its turn comes
    /// there. One that both have waits until the configuration has come to it.
    private static ArrayNode interleave(
            Map<String, JsonNode> live, Map<String, JsonNode> applied, Schema list) {
        ArrayNode merged = JsonNodeFactory.instance.arrayNode();
        Deque<String> ours = new ArrayDeque<>(applied.keySet());
        List<String> shared = new ArrayList<>(applied.keySet());
        shared.retainAll(live.keySet());
        Deque<String> nextShared = new ArrayDeque<>(shared);
        Set<String> both = new HashSet<>(shared);
        Deque<String> theirs = new ArrayDeque<>(live.keySet());
        while (!ours.isEmpty() || !theirs.isEmpty()) {
            String their = theirs.peek();
            if (their != null && !both.contains(their)) {
                addAll(merged, live.get(theirs.remove()));
            } else if (their != null && !their.equals(nextShared.peek())) {
                theirs.remove();
            } else {
                String our = ours.remove();
                if (our.equals(their)) {
                    theirs.remove();
                }
                if (our.equals(nextShared.peek())) {
                    nextShared.remove();
                }
                merged.add(
                        merge(
                                live.get(our),
                                Objects.requireNonNull(applied.get(our)),
                                list.items()));
            }
        }
        return merged;
    }

    private static void addAll(ArrayNode merged, @Nullable JsonNode element) {
        if (element instanceof Duplicates several) {
            several.forEach(merged::add);
        } else {
            merged.add(element);
        }
    }
}
