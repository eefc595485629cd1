package dev.sluice.apiserver.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// A set of paths into an object, as a trie: the `fieldsV1` of an owner (H3.25).
///
/// A path is a sequence of steps, each written as it stands in the JSON form: `f:name` a field, `k:{"name":"x"}` an
/// element of a list by its keys, `v:"x"` an element of a set, `i:0` an element by position. A node is a member when the
/// path that ends there belongs to the set; its descendants may belong as well or instead.
final class FieldSet {
    /// No path at all.
    static final FieldSet EMPTY = new FieldSet(false, Map.of());

    private static final String SELF = ".";

    private static final FieldSet LEAF = new FieldSet(true, Map.of());

    private final boolean member;
    private final Map<String, FieldSet> children;

    /// @param children in the order of their steps
    private FieldSet(boolean member, Map<String, FieldSet> children) {
        this.member = member;
        this.children = children;
    }

    /// Reads the JSON form; what is no object counts as an empty set.
    static FieldSet fromJson(JsonNode fields) {
        return read(fields, false);
    }

    /// Whether the JSON form is that of an empty set.
    static boolean isEmpty(JsonNode fields) {
        return fields.isEmpty();
    }

    /// Whether a path of this set belongs to the set of a JSON form, too.
    boolean hasMemberIn(JsonNode fields) {
        for (Map.Entry<String, FieldSet> child : children.entrySet()) {
            JsonNode there = fields.get(child.getKey());
            if (there != null
                    && ((child.getValue().member && isMember(there))
                            || child.getValue().hasMemberIn(there))) {
                return true;
            }
        }
        return false;
    }

    /// Whether every path of this set belongs to the set of a JSON form.
    boolean isWithin(JsonNode fields) {
        for (Map.Entry<String, FieldSet> child : children.entrySet()) {
            JsonNode there = fields.get(child.getKey());
            if (there == null
                    || (child.getValue().member && !isMember(there))
                    || !child.getValue().isWithin(there)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isMember(JsonNode node) {
        return node.isEmpty() || node.has(SELF);
    }

    private static FieldSet read(JsonNode node, boolean leafIsMember) {
        if (leafIsMember && node.isEmpty()) {
            return LEAF;
        }
        TreeMap<String, FieldSet> children = new TreeMap<>();
        boolean member = false;
        for (var field : node.properties()) {
            if (field.getKey().equals(SELF)) {
                member = true;
            } else {
                children.put(field.getKey(), read(field.getValue(), true));
            }
        }
        return new FieldSet(member, children);
    }

    /// The JSON form, into `out`.
    void writeTo(ObjectNode out) {
        if (member && !children.isEmpty()) {
            out.putObject(SELF);
        }
        children.forEach((step, child) -> child.writeTo(out.putObject(step)));
    }

    boolean isEmpty() {
        return !member && children.isEmpty();
    }

    /// Whether the path that ends here belongs to the set.
    boolean isMember() {
        return member;
    }

    boolean hasDescendants() {
        return !children.isEmpty();
    }

    /// What lies below a step; empty when nothing does.
    FieldSet below(String step) {
        FieldSet child = children.get(step);
        return child == null ? EMPTY : child;
    }

    FieldSet union(FieldSet other) {
        if (other.isEmpty()) {
            return this;
        }
        if (isEmpty()) {
            return other;
        }
        TreeMap<String, FieldSet> all = new TreeMap<>(children);
        other.children.forEach((step, child) -> all.merge(step, child, FieldSet::union));
        return new FieldSet(member || other.member, all);
    }

    FieldSet minus(FieldSet other) {
        if (other.isEmpty() || isEmpty()) {
            return this;
        }
        TreeMap<String, FieldSet> rest = new TreeMap<>();
        children.forEach(
                (step, child) -> {
                    FieldSet left = child.minus(other.below(step));
                    if (!left.isEmpty()) {
                        rest.put(step, left);
                    }
                });
        return new FieldSet(member && !other.member, rest);
    }

    FieldSet intersection(FieldSet other) {
        if (isEmpty() || other.isEmpty()) {
            return EMPTY;
        }
        TreeMap<String, FieldSet> common = new TreeMap<>();
        children.forEach(
                (step, child) -> {
                    FieldSet both = child.intersection(other.below(step));
                    if (!both.isEmpty()) {
                        common.put(step, both);
                    }
                });
        return new FieldSet(member && other.member, common);
    }

    /// The paths below those fields of the object's top level that pass.
    FieldSet onlyTopLevel(Predicate<String> names) {
        TreeMap<String, FieldSet> kept = new TreeMap<>(children);
        kept.keySet().removeIf(step -> !names.test(step.substring(2)));
        return new FieldSet(member, kept);
    }

    /// Visits every path of the set, as steps from the root, in order.
    void forEach(BiConsumer<String, FieldSet> visitor) {
        walk("", visitor);
    }

    private void walk(String path, BiConsumer<String, FieldSet> visitor) {
        if (member) {
            visitor.accept(path, this);
        }
        children.forEach((step, child) -> child.walk(path + Steps.text(step), visitor));
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof FieldSet set
                && member == set.member
                && children.equals(set.children);
    }

    @Override
    public int hashCode() {
        return children.hashCode() * 2 + (member ? 1 : 0);
    }

    @Override
    public String toString() {
        StringBuilder out = new StringBuilder();
        forEach((path, _) -> out.append(out.isEmpty() ? "" : " ").append(path));
        return out.toString();
    }

    /// Collects paths. Nodes come into being only when a path is added below them.
    static final class Builder {
        private final @Nullable Builder parent;
        private final String step;
        private boolean member;
        private @Nullable TreeMap<String, Builder> children;
        private boolean attached;

        private Builder(@Nullable Builder parent, String step) {
            this.parent = parent;
            this.step = step;
            this.attached = parent == null;
        }

        static Builder root() {
            return new Builder(null, "");
        }

        /// The builder one step further down. Each step is asked for at most once.
        Builder at(String next) {
            return new Builder(this, next);
        }

        /// Adds the path that ends here.
        void add() {
            member = true;
            attach();
        }

        private void attach() {
            if (attached || parent == null) {
                return;
            }
            attached = true;
            if (parent.children == null) {
                parent.children = new TreeMap<>();
            }
            parent.children.put(step, this);
            parent.attach();
        }

        FieldSet build() {
            if (children == null) {
                return member ? LEAF : EMPTY;
            }
            TreeMap<String, FieldSet> built = new TreeMap<>();
            for (Map.Entry<String, Builder> child : children.entrySet()) {
                built.put(child.getKey(), child.getValue().build());
            }
            return new FieldSet(member, built);
        }
    }
}
