package dev.sluice.apiserver.patch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.error.ApiError;
import dev.sluice.apiserver.error.Cause;
import dev.sluice.apiserver.schema.Schema;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A strategic merge patch: like a merge patch, but lists merge too where the schema names a merge key, and keys that
/// start with `$` are directives (H3.10):
///
/// - `$patch`: `replace` takes the patch's map or list as it stands, `delete` removes, `merge` is the default;
/// - `$deleteFromPrimitiveList/f`: values to take out of the list `f`;
/// - `$setElementOrder/f`: the order of the elements of `f` that the client knows;
/// - `$retainKeys`: the only keys of the live map that survive.
public final class StrategicMergePatch implements Patch {
    private static final String PATCH = "$patch";
    private static final String RETAIN_KEYS = "$retainKeys";
    private static final String DELETE_FROM = "$deleteFromPrimitiveList/";
    private static final String ELEMENT_ORDER = "$setElementOrder/";

    private final ObjectNode patch;

    private StrategicMergePatch(ObjectNode patch) {
        this.patch = patch;
    }

    /// @throws ApiError 400 when the body is not an object
    static StrategicMergePatch of(JsonNode body) {
        if (!(body instanceof ObjectNode object)) {
            throw ApiError.badRequest(
                    "json: cannot unmarshal "
                            + Reader.goType(body)
                            + " into Go value of type map[string]interface {}");
        }
        return new StrategicMergePatch(object);
    }

    @Override
    public ObjectNode applyTo(ObjectNode object, Schema schema) {
        return mergeMap(object.deepCopy(), patch, schema);
    }

    /// @param live changed and given back, unless the patch replaces it
    private ObjectNode mergeMap(ObjectNode live, ObjectNode change, @Nullable Schema schema) {
        JsonNode directive = change.get(PATCH);
        if (directive != null) {
            switch (directive.asText()) {
                case "replace" -> {
                    ObjectNode replaced = change.deepCopy();
                    replaced.remove(PATCH);
                    return replaced;
                }
                case "delete" -> {
                    return JsonNodeFactory.instance.objectNode();
                }
                case "merge" -> {}
                default -> throw unknownDirective(directive, change);
            }
        }
        retainKeys(live, change);
        for (var field : change.properties()) {
            String name = field.getKey();
            if (!isDirective(name)) {
                mergeField(live, name, field.getValue(), change, schema);
            }
        }
        for (var field : change.properties()) {
            String name = field.getKey();
            if (name.startsWith(DELETE_FROM)) {
                deleteValues(live, name.substring(DELETE_FROM.length()), field.getValue());
            } else if (name.startsWith(ELEMENT_ORDER)) {
                String list = name.substring(ELEMENT_ORDER.length());
                if (live.get(list) instanceof ArrayNode array && !change.has(list)) {
                    reorder(array, array.deepCopy(), field.getValue(), property(schema, list));
                }
            }
        }
        return live;
    }

    private void mergeField(
            ObjectNode live,
            String name,
            JsonNode wanted,
            ObjectNode change,
            @Nullable Schema schema) {
        Schema part = property(schema, name);
        JsonNode there = live.get(name);
        if (wanted.isNull()) {
            live.remove(name);
        } else if (wanted instanceof ObjectNode map) {
            if (there != null && there.isArray() && mergesLists(part)) {
                throw mismatch("cannot restore slice from map");
            }
            if (map.path(PATCH).asText().equals("delete")) {
                live.remove(name);
                return;
            }
            boolean whole = part != null && part.patchStrategies().contains("replace");
            ObjectNode base =
                    there instanceof ObjectNode object && !whole
                            ? object
                            : JsonNodeFactory.instance.objectNode();
            live.set(name, mergeMap(base, map, part));
        } else if (wanted instanceof ArrayNode list && mergesLists(part)) {
            if (there != null && there.isObject()) {
                throw mismatch("cannot restore map from slice");
            }
            ArrayNode base =
                    there instanceof ArrayNode array ? array : JsonNodeFactory.instance.arrayNode();
            live.set(name, mergeList(base, list, change.get(ELEMENT_ORDER + name), part));
        } else {
            live.set(name, wanted.deepCopy());
        }
    }

    private static boolean mergesLists(@Nullable Schema schema) {
        return schema != null && schema.patchStrategies().contains("merge");
    }

    private static boolean isDirective(String name) {
        return name.equals(PATCH)
                || name.equals(RETAIN_KEYS)
                || name.startsWith(DELETE_FROM)
                || name.startsWith(ELEMENT_ORDER);
    }

    private static @Nullable Schema property(@Nullable Schema schema, String name) {
        if (schema == null) {
            return null;
        }
        Schema property = schema.properties().get(name);
        return property == null ? schema.additionalProperties() : property;
    }

    private void retainKeys(ObjectNode live, ObjectNode change) {
        JsonNode keys = change.get(RETAIN_KEYS);
        if (keys == null) {
            return;
        }
        if (!keys.isArray()) {
            throw failed("$retainKeys directive has invalid value, expected a list of strings");
        }
        Set<String> retained = new HashSet<>();
        keys.forEach(key -> retained.add(key.asText()));
        for (var field : change.properties()) {
            if (!isDirective(field.getKey())
                    && !field.getValue().isNull()
                    && !retained.contains(field.getKey())) {
                throw failed(
                        "$retainKeys list doesn't contain all fields present in the patch: "
                                + field.getKey()
                                + " is missing");
            }
        }
        live.retain(retained);
    }

    private static void deleteValues(ObjectNode live, String name, JsonNode values) {
        if (live.get(name) instanceof ArrayNode array) {
            Set<JsonNode> gone = new HashSet<>();
            values.forEach(gone::add);
            ArrayNode kept = JsonNodeFactory.instance.arrayNode();
            array.forEach(
                    value -> {
                        if (!gone.contains(value)) {
                            kept.add(value);
                        }
                    });
            live.set(name, kept);
        }
    }

    // --- lists
    // -----------------------------------------------------------------------------------------------------

    private ArrayNode mergeList(
            ArrayNode live, ArrayNode change, @Nullable JsonNode order, @Nullable Schema schema) {
        requireOneType(change);
        ArrayNode merged = live.deepCopy();
        JsonNode known = order == null ? change : order;
        if (change.isEmpty() || !change.get(0).isObject()) {
            for (JsonNode value : change) {
                if (!contains(merged, value)) {
                    merged.add(value);
                }
            }
            reorder(merged, live, known, schema);
            return merged;
        }
        String key = mergeKey(schema);
        Schema element = schema == null ? null : schema.items();
        ArrayNode items = JsonNodeFactory.instance.arrayNode();
        boolean replace = false;
        for (JsonNode item : change) {
            JsonNode directive = item.get(PATCH);
            String word = directive == null ? "merge" : directive.asText();
            switch (word) {
                case "replace" -> {
                    replace = true;
                    if (item.size() > 1) {
                        ObjectNode plain = item.deepCopy();
                        plain.remove(PATCH);
                        items.add(plain);
                    }
                }
                case "delete" -> removeElement(merged, key, keyOf(item, key));
                case "merge" -> items.add(item);
                default -> throw unknownDirective(item.get(PATCH), item);
            }
        }
        if (replace) {
            return items;
        }
        for (JsonNode item : items) {
            mergeElement(merged, (ObjectNode) item, key, element);
        }
        reorder(merged, live, order == null ? items : order, schema);
        return merged;
    }

    private static void requireOneType(ArrayNode change) {
        for (JsonNode value : change) {
            if (value.isObject() != change.get(0).isObject()) {
                throw failed(
                        "list element types are not identical: "
                                + GoSyntax.print(change.get(0))
                                + " and "
                                + GoSyntax.print(value));
            }
        }
    }

    private void mergeElement(
            ArrayNode merged, ObjectNode item, String key, @Nullable Schema element) {
        JsonNode id = keyOf(item, key);
        for (int i = 0; i < merged.size(); i++) {
            if (merged.get(i) instanceof ObjectNode there && id.equals(there.get(key))) {
                merged.set(i, mergeMap(there, item, element));
                return;
            }
        }
        merged.add(mergeMap(JsonNodeFactory.instance.objectNode(), item, element));
    }

    private static void removeElement(ArrayNode list, String key, JsonNode id) {
        for (int i = list.size() - 1; i >= 0; i--) {
            if (id.equals(list.get(i).get(key))) {
                list.remove(i);
            }
        }
    }

    private static JsonNode keyOf(JsonNode item, String key) {
        JsonNode id = item.get(key);
        if (id == null) {
            throw failed(
                    "map: "
                            + GoSyntax.print(item)
                            + " does not contain declared merge key: "
                            + key);
        }
        return id;
    }

    private static String mergeKey(@Nullable Schema schema) {
        String key = schema == null ? null : schema.patchMergeKey();
        if (key == null) {
            throw failed("cannot merge a list of maps that has no declared merge key");
        }
        return key;
    }

    /// Puts the elements into order (H3.11): those that `known` names in its order, the others in the order of `live`.
    /// An element that only the server knows comes before a known one when both were in `live` in that order.
    private static void reorder(
            ArrayNode merged, ArrayNode live, JsonNode known, @Nullable Schema schema) {
        String key = schema == null ? null : schema.patchMergeKey();
        List<JsonNode> wanted = ids(known, key);
        List<JsonNode> before = ids(live, key);
        List<JsonNode> elements = new ArrayList<>();
        merged.forEach(elements::add);
        List<JsonNode> named = new ArrayList<>();
        for (JsonNode id : wanted) {
            elements.stream().filter(e -> id.equals(id(e, key))).forEach(named::add);
        }
        List<JsonNode> others = new ArrayList<>(elements);
        others.removeIf(e -> wanted.contains(id(e, key)));
        merged.removeAll();
        int next = 0;
        for (JsonNode element : named) {
            int at = before.indexOf(id(element, key));
            while (next < others.size()) {
                int other = before.indexOf(id(others.get(next), key));
                if (at < 0 || other < 0 || other > at) {
                    break;
                }
                merged.add(others.get(next++));
            }
            merged.add(element);
        }
        while (next < others.size()) {
            merged.add(others.get(next++));
        }
    }

    private static List<JsonNode> ids(JsonNode list, @Nullable String key) {
        List<JsonNode> ids = new ArrayList<>();
        list.forEach(element -> ids.add(id(element, key)));
        return ids;
    }

    private static JsonNode id(JsonNode element, @Nullable String key) {
        return key != null && element.isObject() && element.has(key) ? element.get(key) : element;
    }

    private static boolean contains(ArrayNode list, JsonNode value) {
        for (JsonNode there : list) {
            if (there.equals(value)) {
                return true;
            }
        }
        return false;
    }

    // --- refusals
    // --------------------------------------------------------------------------------------------------

    private static ApiError unknownDirective(JsonNode directive, JsonNode where) {
        return failed(
                "unknown patch type: " + directive.asText() + " in map: " + GoSyntax.print(where));
    }

    /// Recorded: a patch that contradicts itself is a fault of the server, 500 without a reason.
    private static ApiError failed(String why) {
        return new ApiError(500, null, why, null);
    }

    private ApiError mismatch(String why) {
        Cause cause =
                new Cause(
                        "FieldValueInvalid",
                        "patch",
                        "Invalid value: \"" + GoSyntax.print(patch) + "\": " + why);
        return new ApiError(
                422,
                "Invalid",
                " \"\" is invalid: patch: " + cause.message(),
                new ApiError.Details(null, null, null, null, List.of(cause), 0));
    }
}
