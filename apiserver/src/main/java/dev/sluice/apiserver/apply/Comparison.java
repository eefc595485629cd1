package dev.sluice.apiserver.apply;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.apiserver.schema.JsonEquality;
import dev.sluice.apiserver.schema.Schema;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// What distinguishes two states of an object, path by path.
///
/// @param changed paths that the new state added or gave another value
/// @param removed paths that only the old state has
record Comparison(FieldSet changed, FieldSet removed) {

    boolean isSame() {
        return changed.isEmpty() && removed.isEmpty();
    }

    /// Compares two states. What is equal is not walked through: it is most of an object.
    ///
    /// @param counts which fields of the object's top level are looked at
    static Comparison of(
            JsonNode before, JsonNode after, @Nullable Schema schema, Predicate<String> counts) {
        FieldSet.Builder changed = FieldSet.Builder.root();
        FieldSet.Builder removed = FieldSet.Builder.root();
        for (var field : after.properties()) {
            String name = field.getKey();
            if (counts.test(name) && !field.getValue().equals(before.get(name))) {
                Walk walk = new Walk(changed.at(Steps.field(name)), removed.at(Steps.field(name)));
                walk.compare(before.get(name), field.getValue(), Shape.below(schema, name));
            }
        }
        for (var field : before.properties()) {
            String name = field.getKey();
            if (counts.test(name) && !after.has(name)) {
                Walk walk = new Walk(changed.at(Steps.field(name)), removed.at(Steps.field(name)));
                walk.compare(field.getValue(), null, Shape.below(schema, name));
            }
        }
        return new Comparison(changed.build(), removed.build());
    }

    /// One place in both trees.
    private record Walk(FieldSet.Builder changed, FieldSet.Builder removed) {

        /// @param before,after what is at this place: where it is missing, nothing below can be removed, or have changed
        private Walk at(String step, @Nullable JsonNode before, @Nullable JsonNode after) {
            return new Walk(
                    after == null ? changed : changed.at(step),
                    before == null ? removed : removed.at(step));
        }

        /// @param before,after null where the place is missing; not both
        void compare(@Nullable JsonNode before, @Nullable JsonNode after, @Nullable Schema schema) {
            JsonNode either = after != null ? after : Objects.requireNonNull(before);
            Shape shape = Shape.of(schema, either);
            boolean bothEmpty =
                    (before == null || before.isEmpty()) && (after == null || after.isEmpty());
            if (shape == Shape.WHOLE || bothEmpty || differentShapes(shape, before, schema)) {
                compareWhole(before, after);
                return;
            }
            if (shape == Shape.FIELDS) {
                compareFields(before, after, schema);
            } else if (!compareElements(shape, before, after, Objects.requireNonNull(schema))) {
                compareWhole(before, after);
                return;
            }
            if (before == null) {
                changed.add();
            } else if (after == null) {
                removed.add();
            }
        }

        private static boolean differentShapes(
                Shape shape, @Nullable JsonNode before, @Nullable Schema schema) {
            return before != null && !before.isNull() && Shape.of(schema, before) != shape;
        }

        private void compareWhole(@Nullable JsonNode before, @Nullable JsonNode after) {
            if (after == null) {
                removed.add();
            } else if (before == null || !JsonEquality.same(before, after)) {
                changed.add();
            }
        }

        private void compareFields(
                @Nullable JsonNode before, @Nullable JsonNode after, @Nullable Schema schema) {
            if (after != null) {
                for (var field : after.properties()) {
                    String name = field.getKey();
                    JsonNode old = before == null ? null : before.get(name);
                    if (!field.getValue().equals(old)) {
                        at(Steps.field(name), before, after)
                                .compare(old, field.getValue(), Shape.below(schema, name));
                    }
                }
            }
            if (before != null) {
                for (var field : before.properties()) {
                    String name = field.getKey();
                    if (after == null || !after.has(name)) {
                        at(Steps.field(name), before, after)
                                .compare(field.getValue(), null, Shape.below(schema, name));
                    }
                }
            }
        }

        /// @return false when the elements have no keys to compare by
        private boolean compareElements(
                Shape shape, @Nullable JsonNode before, @Nullable JsonNode after, Schema list) {
            Map<String, JsonNode> old = shape.elements(list, before);
            Map<String, JsonNode> now = shape.elements(list, after);
            if (old == null || now == null) {
                return false;
            }
            now.forEach((step, element) -> compareElement(step, old.get(step), element, list));
            old.forEach(
                    (step, element) -> {
                        if (!now.containsKey(step)) {
                            compareElement(step, element, null, list);
                        }
                    });
            return true;
        }

        private void compareElement(
                String step, @Nullable JsonNode before, @Nullable JsonNode after, Schema list) {
            boolean whole = before instanceof Duplicates || after instanceof Duplicates;
            if (whole) {
                at(step, before, after).compareWhole(before, after);
            } else {
                at(step, before, after).compare(before, after, list.items());
            }
        }
    }
}
