package dev.sluice.conformance.lifecycle;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Compares a recorded value with an actual one, binding placeholders on the way, and collects every difference.
///
/// Lists that are maps by key (conditions by `type`, most others by `name`) are compared without order, all others in order.
final class TreeMatcher {
    static final String UNCHANGED = "<unchanged>";
    private static final String REST = "<rest>";
    private static final Set<String> IDENTITY = Set.of("name", "namespace", "uid");

    private final Bindings bindings;
    private final List<Difference> differences = new ArrayList<>();

    TreeMatcher(Bindings bindings) {
        this.bindings = bindings;
    }

    /// Compares a whole object of a checkpoint.
    ///
    /// @param earlier what Sluice showed of this object at its previous checkpoint: `<unchanged>` stands for parts of it
    List<Difference> object(ObjectNode expected, ObjectNode actual, @Nullable ObjectNode earlier) {
        for (String key : keysOfBoth(expected, actual)) {
            JsonNode wanted = expected.get(key);
            JsonNode shown = actual.get(key);
            JsonNode before = earlier == null ? null : earlier.get(key);
            if (wanted != null && wanted.asText().equals(UNCHANGED)) {
                unchanged(key, before, shown);
            } else if (key.equals("metadata")
                    && wanted instanceof ObjectNode metadata
                    && metadata.has(REST)) {
                identityOnly(metadata, shown, before);
            } else if (key.equals("spec") && isPod(expected)) {
                podSpec(wanted, shown);
            } else {
                value(key, wanted, shown);
            }
        }
        return differences;
    }

    private static boolean isPod(ObjectNode expected) {
        return expected.path("kind").asText().equals("Pod");
    }

    /// The node is free unless the pod asks for one by its host name.
    private void podSpec(@Nullable JsonNode wanted, @Nullable JsonNode shown) {
        if (wanted instanceof ObjectNode spec
                && spec.path("nodeName").asText().startsWith("node-")
                && !spec.toString().contains("kubernetes.io/hostname")) {
            ObjectNode anyNode = spec.deepCopy();
            anyNode.put("nodeName", "<node>");
            value("spec", anyNode, shown);
        } else {
            value("spec", wanted, shown);
        }
    }

    private void identityOnly(
            ObjectNode wanted, @Nullable JsonNode shown, @Nullable JsonNode before) {
        for (String key : IDENTITY) {
            value("metadata." + key, wanted.get(key), shown == null ? null : shown.get(key));
        }
        unchanged("metadata", withoutIdentity(before), withoutIdentity(shown));
    }

    private static @Nullable JsonNode withoutIdentity(@Nullable JsonNode metadata) {
        return metadata instanceof ObjectNode object
                ? object.deepCopy().remove(IDENTITY)
                : metadata;
    }

    private void unchanged(String path, @Nullable JsonNode before, @Nullable JsonNode now) {
        List<Difference> changes = new TreeMatcher(new Bindings()).literal(before, now);
        for (Difference change : changes) {
            if (isTime(change.expected()) && isTime(change.actual())) {
                // The recordings show every time as the same placeholder.
                continue;
            }
            Difference placed = change.below(path);
            differences.add(
                    new Difference(
                            placed.path(),
                            "no change since the previous checkpoint (" + placed.expected() + ")",
                            placed.actual()));
        }
    }

    private static boolean isTime(String shown) {
        return shown.matches("\"?\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?Z\"?");
    }

    private List<Difference> literal(@Nullable JsonNode before, @Nullable JsonNode now) {
        value("", before, now);
        return differences;
    }

    /// Compares two values at `path`; `null` means that the field is not there.
    void value(String path, @Nullable JsonNode expected, @Nullable JsonNode actual) {
        if (expected == null || actual == null) {
            if (expected != actual) {
                differences.add(new Difference(path, shown(expected), shown(actual)));
            }
        } else if (expected instanceof ObjectNode wanted && actual instanceof ObjectNode have) {
            for (String key : keysOfBoth(wanted, have)) {
                value(path.isEmpty() ? key : path + "." + key, wanted.get(key), have.get(key));
            }
        } else if (expected instanceof ArrayNode wanted && actual instanceof ArrayNode have) {
            list(path, wanted, have);
        } else if (expected.isContainerNode()
                || actual.isContainerNode()
                || !scalar(expected, actual)) {
            differences.add(new Difference(path, shown(expected), shown(actual)));
        }
    }

    private boolean scalar(JsonNode expected, JsonNode actual) {
        if (expected.isTextual()) {
            int mark = bindings.mark();
            if ((actual.isTextual() || !new Template(expected.asText()).isLiteral())
                    && new Template(expected.asText()).matches(actual.asText(), bindings)) {
                return true;
            }
            bindings.rewind(mark);
            return false;
        }
        if (expected.isNumber() && actual.isNumber()) {
            return expected.decimalValue().compareTo(actual.decimalValue()) == 0;
        }
        return expected.equals(actual);
    }

    private void list(String path, ArrayNode expected, ArrayNode actual) {
        Optional<ListKey> key = ListKey.of(path, expected, actual);
        if (key.isEmpty()) {
            for (int i = 0; i < Math.max(expected.size(), actual.size()); i++) {
                value(path + "[" + i + "]", expected.get(i), actual.get(i));
            }
            return;
        }
        Map<String, JsonNode> wanted = byKey(key.get(), expected);
        Map<String, JsonNode> have = byKey(key.get(), actual);
        Set<String> names = new LinkedHashSet<>(wanted.keySet());
        names.addAll(have.keySet());
        for (String name : names) {
            value(path + "[" + name + "]", wanted.get(name), have.get(name));
        }
    }

    private Map<String, JsonNode> byKey(ListKey key, ArrayNode list) {
        Map<String, JsonNode> elements = new LinkedHashMap<>();
        for (JsonNode element : list) {
            String name = key.nameOf(element);
            elements.put(new Template(name).resolved(bindings).orElse(name), element);
        }
        return elements;
    }

    private static Set<String> keysOfBoth(ObjectNode expected, ObjectNode actual) {
        Set<String> keys = new LinkedHashSet<>();
        expected.fieldNames().forEachRemaining(keys::add);
        actual.fieldNames().forEachRemaining(keys::add);
        return keys;
    }

    private static String shown(@Nullable JsonNode node) {
        if (node == null) {
            return "nothing";
        }
        String text = node.toString();
        return text.length() <= 400 ? text : text.substring(0, 400) + "…";
    }
}
