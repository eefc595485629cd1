package dev.sluice.apiserver.selector;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.store.StoredObject;
import java.util.function.Supplier;

/// What a list or watch is limited to: labels and fields together.
///
/// @param labels all must hold
/// @param fields all must hold
public record Selector(LabelSelector labels, FieldSelector fields) {
    /// Takes everything.
    public static final Selector EVERYTHING =
            new Selector(LabelSelector.EVERYTHING, FieldSelector.EVERYTHING);

    public boolean isEverything() {
        return labels.isEverything() && fields.isEverything();
    }

    /// Whether an object as it is stored is selected. Its tree is parsed only if a field other than name and namespace is
    /// asked for.
    public boolean matches(StoredObject object) {
        return (labels.isEverything() || labels.matches(object.labels()))
                && (fields.isEverything()
                        || fields.matches(
                                object.key().name(), object.key().namespace(), object::tree));
    }

    /// The text of a field, as field selectors compare it.
    static String text(Supplier<ObjectNode> tree, FieldSelector.Field field) {
        JsonNode node = tree.get();
        for (String part : field.path().split("\\.", -1)) {
            node = node.path(part);
        }
        return node.isValueNode() && !node.isNull() ? node.asText() : field.absent();
    }
}
