package dev.sluice.api.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.sluice.api.name.Spelling;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// One mapping of a configuration file while it is read. It remembers which fields were asked for, so that [#done] can
/// complain about all others, and collects what is wrong instead of stopping at the first fault.
final class Section {
    private final JsonNode node;
    private final String path;
    private final List<String> complaints;
    private final Set<String> read = new HashSet<>();

    Section(JsonNode node, String path, List<String> complaints) {
        this.node = node;
        this.path = path;
        this.complaints = complaints;
        if (!absent(node) && !node.isObject()) {
            wrong(path, node, "a mapping");
        }
    }

    static Section root(JsonNode node, List<String> complaints) {
        return new Section(node, "", complaints);
    }

    private static boolean absent(JsonNode value) {
        return value.isMissingNode() || value.isNull();
    }

    private JsonNode field(String name) {
        read.add(name);
        return node.path(name);
    }

    boolean has(String name) {
        return !absent(field(name));
    }

    boolean isAbsent() {
        return absent(node);
    }

    String path(String name) {
        return path.isEmpty() ? name : path + "." + name;
    }

    void complain(String name, String text) {
        complaints.add(path(name) + ": " + text);
    }

    void complainAll(List<String> whole) {
        complaints.addAll(whole);
    }

    private void wrong(String where, JsonNode value, String expected) {
        complaints.add(
                (where.isEmpty() ? "configuration" : where)
                        + ": "
                        + value
                        + ": expected "
                        + expected);
    }

    Section section(String name) {
        JsonNode value = field(name);
        return new Section(
                absent(value) ? MissingNode.getInstance() : value, path(name), complaints);
    }

    String string(String name, String otherwise) {
        JsonNode value = field(name);
        if (absent(value)) {
            return otherwise;
        }
        if (!value.isTextual()) {
            wrong(path(name), value, "a string");
            return otherwise;
        }
        return value.asText();
    }

    String oneOf(String name, String otherwise, Set<String> allowed) {
        String value = string(name, otherwise);
        if (has(name) && !allowed.contains(value)) {
            complain(
                    name,
                    "\""
                            + value
                            + "\": expected one of "
                            + String.join(", ", allowed.stream().sorted().toList()));
            return otherwise;
        }
        return value;
    }

    boolean bool(String name, boolean otherwise) {
        JsonNode value = field(name);
        if (absent(value)) {
            return otherwise;
        }
        if (!value.isBoolean()) {
            wrong(path(name), value, "true or false");
            return otherwise;
        }
        return value.booleanValue();
    }

    @Nullable Integer integer(String name, @Nullable Integer otherwise, int min) {
        JsonNode value = field(name);
        if (absent(value)) {
            return otherwise;
        }
        if (!value.canConvertToInt() || !value.isIntegralNumber() || value.intValue() < min) {
            wrong(path(name), value, "a whole number of at least " + min);
            return otherwise;
        }
        return value.intValue();
    }

    /// A duration that is not negative.
    @Nullable Duration duration(String name, @Nullable Duration otherwise) {
        JsonNode value = field(name);
        if (absent(value)) {
            return otherwise;
        }
        Duration duration = value.isTextual() ? GoDuration.parseOrNull(value.asText()) : null;
        if (duration == null) {
            wrong(path(name), value, "a duration such as 30s, 5m or 1h30m");
            return otherwise;
        }
        if (duration.isNegative()) {
            complain(name, value + ": must be greater than or equal to 0");
            return otherwise;
        }
        return duration;
    }

    /// A duration that is longer than nothing.
    Duration positiveDuration(String name, Duration otherwise) {
        JsonNode value = field(name);
        Duration duration = value.isTextual() ? GoDuration.parseOrNull(value.asText()) : null;
        if (duration != null && duration.isPositive()) {
            return duration;
        }
        if (!absent(value)) {
            wrong(path(name), value, "a duration longer than 0, such as 30s, 5m or 1h30m");
        }
        return otherwise;
    }

    List<String> strings(String name) {
        List<String> strings = new ArrayList<>();
        for (JsonNode value : elements(name)) {
            if (value.isTextual()) {
                strings.add(value.asText());
            } else {
                wrong(path(name), value, "a list of strings");
            }
        }
        return strings;
    }

    <T> List<T> list(String name, Function<Section, T> reader) {
        List<T> list = new ArrayList<>();
        int i = 0;
        for (JsonNode value : elements(name)) {
            Section element = new Section(value, path(name) + "[" + i++ + "]", complaints);
            list.add(reader.apply(element));
            element.done();
        }
        return list;
    }

    private Iterable<JsonNode> elements(String name) {
        JsonNode value = field(name);
        if (!absent(value) && !value.isArray()) {
            wrong(path(name), value, "a list");
            return List.of();
        }
        return value;
    }

    Map<String, BigDecimal> numbers(String name) {
        Map<String, BigDecimal> numbers = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> entry : field(name).properties()) {
            if (entry.getValue().isNumber()) {
                numbers.put(entry.getKey(), entry.getValue().decimalValue());
            } else {
                wrong(path(name) + "." + entry.getKey(), entry.getValue(), "a number");
            }
        }
        return numbers;
    }

    Map<String, Boolean> switches(String name) {
        Map<String, Boolean> switches = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> entry : field(name).properties()) {
            if (entry.getValue().isBoolean()) {
                switches.put(entry.getKey(), entry.getValue().booleanValue());
            } else {
                wrong(path(name) + "." + entry.getKey(), entry.getValue(), "true or false");
            }
        }
        return switches;
    }

    Map<String, String> texts(String name) {
        Map<String, String> texts = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> entry : field(name).properties()) {
            if (entry.getValue().isValueNode()) {
                texts.put(entry.getKey(), entry.getValue().asText());
            } else {
                wrong(path(name) + "." + entry.getKey(), entry.getValue(), "a string");
            }
        }
        return texts;
    }

    /// All of it, as it was written.
    JsonNode node() {
        return node;
    }

    JsonNode raw(String name) {
        return field(name);
    }

    /// A field that is part of the format and has no effect yet.
    void notYet(String... names) {
        for (String name : names) {
            if (has(name)) {
                complain(name, "is not supported yet");
            }
        }
    }

    /// What was probably meant, as an addition to a sentence; empty when nothing is near.
    static String meant(String name, Collection<String> known) {
        return Spelling.nearest(name, new TreeSet<>(known))
                .map(near -> "; did you mean " + near + "?")
                .orElse("");
    }

    /// Complains about fields that nobody asked for.
    void done() {
        node.fieldNames()
                .forEachRemaining(
                        name -> {
                            if (!read.contains(name)) {
                                complain(name, "unknown field" + meant(name, read));
                            }
                        });
    }
}
