package dev.sluice.apiserver.resource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.json.Nesting;
import java.io.Reader;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;
import org.yaml.snakeyaml.scanner.ScannerException;

/// Reads YAML the way the API does: version 1.1, so that a plain `y` or `on` is a truth value, also as a key; keys become
/// text; anchors and merge keys are resolved. Of several documents only the first counts.
final class YamlReader {
    private static final int CODE_POINTS_MAX = 4 << 20;
    private static final int ALIASES_MAX = 50;

    /// More values than any body of the allowed size holds without aliases that multiply.
    private static final int VALUES_MAX = 2_000_000;

    private static final Set<String> TRUE =
            Set.of("y", "Y", "yes", "Yes", "YES", "true", "True", "TRUE", "on", "On", "ON");
    private static final Set<String> FALSE =
            Set.of("n", "N", "no", "No", "NO", "false", "False", "FALSE", "off", "Off", "OFF");
    private static final Set<String> NOTHING = Set.of("", "~", "null", "Null", "NULL");
    private static final Pattern WHOLE = Pattern.compile("[-+]?(0|[1-9][0-9_]*)");
    private static final Pattern BASED =
            Pattern.compile("[-+]?0(x[0-9a-fA-F_]+|b[01_]+|o?[0-7_]+)");
    private static final Pattern BROKEN =
            Pattern.compile("[-+]?(\\.[0-9]+|[0-9][0-9_]*(\\.[0-9_]*)?)([eE][-+]?[0-9]+)?");
    private static final Pattern UNEXPECTED =
            Pattern.compile("expected (?:the )?(.*?), but (?:found|got) .*", Pattern.DOTALL);
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private final List<String> duplicates = new ArrayList<>();
    private final Set<Node> around = Collections.newSetFromMap(new IdentityHashMap<>());
    private int values;

    private YamlReader() {}

    /// @throws YAMLException when it is no YAML
    static TreeReader.Read read(Reader text) {
        LoaderOptions options = new LoaderOptions();
        options.setCodePointLimit(CODE_POINTS_MAX);
        options.setMaxAliasesForCollections(ALIASES_MAX);
        options.setNestingDepthLimit(Nesting.LEVELS_MAX);
        Iterator<Node> documents = new Yaml(options).composeAll(text).iterator();
        if (!documents.hasNext()) {
            return new TreeReader.Read(NODES.missingNode(), List.of());
        }
        YamlReader reader = new YamlReader();
        JsonNode tree = reader.value(documents.next());
        return new TreeReader.Read(
                tree,
                reader.duplicates.isEmpty()
                        ? List.of()
                        : List.of(
                                "yaml: unmarshal errors:\n  "
                                        + String.join("\n  ", reader.duplicates)));
    }

    /// What is wrong with a text, as the API says it.
    static String complaint(YAMLException malformed) {
        if (!(malformed instanceof MarkedYAMLException marked)) {
            return "yaml: " + malformed.getMessage();
        }
        String problem = String.valueOf(marked.getProblem());
        Mark mark = marked.getProblemMark();
        int line = mark == null ? 0 : mark.getLine() + (marked instanceof ScannerException ? 1 : 0);
        return "yaml: " + (line > 0 ? "line " + line + ": " : "") + words(problem);
    }

    private static String words(String problem) {
        var unexpected = UNEXPECTED.matcher(problem);
        if (unexpected.matches()) {
            String wanted = unexpected.group(1);
            return "did not find expected " + (wanted.equals("<block end>") ? "key" : wanted);
        }
        if (problem.startsWith("mapping values are not allowed")) {
            return "mapping values are not allowed in this context";
        }
        return problem.startsWith("found character") && problem.contains("cannot start any token")
                ? "found character that cannot start any token"
                : problem;
    }

    private JsonNode value(Node node) {
        if (++values > VALUES_MAX) {
            throw new YAMLException("document contains excessive aliasing");
        }
        return switch (node) {
            case MappingNode mapping -> mapping(mapping);
            case SequenceNode sequence -> sequence(sequence);
            case ScalarNode scalar -> scalar(scalar);
            default -> throw new YAMLException("unexpected " + node.getNodeId());
        };
    }

    private ArrayNode sequence(SequenceNode sequence) {
        enter(sequence);
        ArrayNode array = NODES.arrayNode();
        sequence.getValue().forEach(item -> array.add(value(item)));
        around.remove(sequence);
        return array;
    }

    /// An alias may stand for what it is part of, which no tree can be, and aliases of aliases for a deep tree.
    private void enter(Node node) {
        if (around.size() >= Nesting.LEVELS_MAX) {
            throw new YAMLException("Nesting Depth exceeded max " + Nesting.LEVELS_MAX);
        }
        if (!around.add(node)) {
            throw new YAMLException("anchor '" + node.getAnchor() + "' value contains itself");
        }
    }

    private ObjectNode mapping(MappingNode mapping) {
        enter(mapping);
        ObjectNode object = NODES.objectNode();
        List<Node> merged = new ArrayList<>();
        for (NodeTuple tuple : mapping.getValue()) {
            if (!(tuple.getKeyNode() instanceof ScalarNode key)) {
                throw new YAMLException("a mapping's key must be a scalar");
            }
            if (key.isPlain() && key.getValue().equals("<<")) {
                merged.add(tuple.getValueNode());
                continue;
            }
            String name = scalar(key).asText();
            if (object.has(name)) {
                duplicates.add(
                        "line "
                                + (key.getStartMark().getLine() + 1)
                                + ": key \""
                                + name
                                + "\" already set in map");
            }
            object.set(name, value(tuple.getValueNode()));
        }
        for (Node source : merged) {
            merge(object, source);
        }
        around.remove(mapping);
        return object;
    }

    private void merge(ObjectNode object, Node source) {
        switch (source) {
            case MappingNode mapping ->
                    mapping(mapping)
                            .properties()
                            .forEach(
                                    entry -> {
                                        if (!object.has(entry.getKey())) {
                                            object.set(entry.getKey(), entry.getValue());
                                        }
                                    });
            case SequenceNode sequence -> sequence.getValue().forEach(item -> merge(object, item));
            default ->
                    throw new YAMLException(
                            "map merge requires map or sequence of maps as the value");
        }
    }

    private static JsonNode scalar(ScalarNode scalar) {
        String text = scalar.getValue();
        if (!scalar.isPlain() || isTaggedText(scalar)) {
            return NODES.textNode(text);
        }
        if (NOTHING.contains(text)) {
            return NODES.nullNode();
        }
        if (TRUE.contains(text)) {
            return NODES.booleanNode(true);
        }
        if (FALSE.contains(text)) {
            return NODES.booleanNode(false);
        }
        JsonNode number = number(text);
        return number == null ? NODES.textNode(text) : number;
    }

    /// Something like `!!str 5`: plain, and text all the same.
    private static boolean isTaggedText(ScalarNode scalar) {
        String text = scalar.getValue();
        return scalar.getTag().equals(Tag.STR)
                && (WHOLE.matcher(text).matches()
                        || NOTHING.contains(text)
                        || text.length() > 1 && (TRUE.contains(text) || FALSE.contains(text)));
    }

    private static @Nullable JsonNode number(String text) {
        if (WHOLE.matcher(text).matches()) {
            return whole(new BigInteger(text.replace("_", "")));
        }
        if (BASED.matcher(text).matches()) {
            return based(text.replace("_", ""));
        }
        return BROKEN.matcher(text).matches()
                ? NODES.numberNode(new BigDecimal(text.replace("_", "")))
                : null;
    }

    private static @Nullable JsonNode based(String text) {
        boolean negative = text.startsWith("-");
        String digits = text.substring(negative || text.startsWith("+") ? 2 : 1);
        int base = 8;
        if (digits.startsWith("x")) {
            base = 16;
        } else if (digits.startsWith("b")) {
            base = 2;
        }
        String plain = Character.isDigit(digits.charAt(0)) ? digits : digits.substring(1);
        if (plain.isEmpty()) {
            return null;
        }
        BigInteger value = new BigInteger(plain, base);
        return whole(negative ? value.negate() : value);
    }

    private static JsonNode whole(BigInteger value) {
        return switch (value.bitLength() / 32) {
            case 0 ->
                    value.bitLength() < 32
                            ? NODES.numberNode(value.intValueExact())
                            : NODES.numberNode(value.longValueExact());
            case 1 -> NODES.numberNode(value.longValueExact());
            default -> NODES.numberNode(value);
        };
    }
}
