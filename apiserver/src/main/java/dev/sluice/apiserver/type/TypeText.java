package dev.sluice.apiserver.type;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Reads the text form of the type table; its grammar stands at the head of each file.
final class TypeText {
    private final String group;
    private final List<ApiType> types = new ArrayList<>();
    private @Nullable String head;
    private List<Field> fields = new ArrayList<>();

    private TypeText(String group) {
        this.group = group;
    }

    /// @throws IllegalStateException with file and line when the text does not follow the grammar
    static List<ApiType> parse(String group, List<String> lines) {
        TypeText text = new TypeText(group);
        int number = 0;
        for (String line : lines) {
            number++;
            try {
                text.line(line);
            } catch (IllegalArgumentException e) {
                throw new IllegalStateException(
                        group + ".txt line " + number + ": '" + line + "': " + e.getMessage(), e);
            }
        }
        text.endType();
        return text.types;
    }

    private void line(String line) {
        if (line.isBlank() || line.startsWith("#")) {
            return;
        }
        if (line.startsWith("  ")) {
            fields.add(field(line.trim().split(" ")));
        } else {
            endType();
            head = line;
        }
    }

    private void endType() {
        if (head != null) {
            String[] words = head.split(" ");
            Set<String> marks = Set.of(words);
            types.add(
                    new ApiType(
                            group,
                            words[0],
                            marks.contains("atomic"),
                            marks.contains("inline"),
                            List.copyOf(fields)));
        }
        fields = new ArrayList<>();
    }

    private Field field(String[] words) {
        if (words.length < 3) {
            throw new IllegalArgumentException("expected: name number type [flag...]");
        }
        Flags flags = new Flags();
        for (int i = 3; i < words.length; i++) {
            flags.add(words[i]);
        }
        return new Field(
                words[0],
                words[1].equals("-") ? 0 : Integer.parseInt(words[1]),
                shape(words[2]),
                flags.words.contains("required"),
                flags.words.contains("pointer"),
                flags.words.contains("inline"),
                flags.words.contains("set"),
                flags.mapKeys,
                flags.words.contains("atomic"),
                flags.strategies,
                flags.mergeKey,
                flags.defaultValue);
    }

    private Shape shape(String word) {
        if (word.startsWith("[")) {
            return new Shape.ListOf(shape(word.substring(1, word.length() - 1)));
        }
        if (word.startsWith("{")) {
            return new Shape.MapOf(shape(word.substring(1, word.length() - 1)));
        }
        return switch (word) {
            case "string" -> Shape.Scalar.STRING;
            case "int32" -> Shape.Scalar.INT32;
            case "int64" -> Shape.Scalar.INT64;
            case "bool" -> Shape.Scalar.BOOL;
            case "double" -> Shape.Scalar.DOUBLE;
            case "bytes" -> Shape.Scalar.BYTES;
            case "Time" -> Shape.Scalar.TIME;
            case "MicroTime" -> Shape.Scalar.MICRO_TIME;
            case "Quantity" -> Shape.Scalar.QUANTITY;
            case "IntOrString" -> Shape.Scalar.INT_OR_STRING;
            case "JSON" -> Shape.Scalar.JSON;
            case "Raw" -> Shape.Scalar.RAW;
            case "FieldsV1" -> Shape.Scalar.FIELDS_V1;
            case "SchemaOrArray" -> Shape.Scalar.SCHEMA_OR_ARRAY;
            case "SchemaOrBool" -> Shape.Scalar.SCHEMA_OR_BOOL;
            case "SchemaOrStringArray" -> Shape.Scalar.SCHEMA_OR_STRING_ARRAY;
            default -> new Shape.Ref(word.contains(".") ? word : group + "." + word);
        };
    }

    /// A default value: a text in quotes, a whole number, a boolean, or an empty object. Not read by Jackson's mapper, whose
    /// first use takes longer than all else here.
    private static JsonNode literal(String text) {
        JsonNodeFactory nodes = JsonNodeFactory.instance;
        return switch (text) {
            case "{}" -> nodes.objectNode();
            case "true", "false" -> nodes.booleanNode(text.equals("true"));
            default ->
                    text.startsWith("\"")
                            ? nodes.textNode(text.substring(1, text.length() - 1))
                            : nodes.numberNode(Integer.parseInt(text));
        };
    }

    private static final class Flags {
        private static final Set<String> MARKS =
                Set.of("required", "pointer", "inline", "set", "atomic");

        final Set<String> words = new LinkedHashSet<>();
        final Set<String> strategies = new LinkedHashSet<>();
        List<String> mapKeys = List.of();
        @Nullable String mergeKey;
        @Nullable JsonNode defaultValue;

        void add(String word) {
            if (word.startsWith("=")) {
                defaultValue = literal(word.substring(1));
            } else if (word.startsWith("map(")) {
                mapKeys = List.of(word.substring(4, word.length() - 1).split(","));
            } else if (word.startsWith("merge(")) {
                strategies.add("merge");
                mergeKey = word.substring(6, word.length() - 1);
            } else if (word.equals("merge")
                    || word.equals("replace")
                    || word.equals("retainKeys")) {
                strategies.add(word);
            } else if (MARKS.contains(word)) {
                words.add(word);
            } else {
                throw new IllegalArgumentException("unknown flag " + word);
            }
        }
    }
}
