package dev.sluice.apiserver.resource;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.json.Nesting;
import dev.sluice.apiserver.json.TreeParser;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// Reads JSON or YAML into a tree, and notes fields that come twice (H1.24): the last one counts. Safe for many threads.
final class TreeReader {
    private final JsonFactory json =
            Nesting.factory().disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES).build();

    /// @param duplicates complaints about fields that came twice
    record Read(JsonNode tree, List<String> duplicates) {}

    Read json(byte[] text) throws IOException {
        JsonNode plain = TreeParser.plain(text);
        if (plain != null) {
            return new Read(plain, List.of());
        }
        try (JsonParser parser = json.createParser(text)) {
            return read(parser);
        }
    }

    /// @throws org.yaml.snakeyaml.error.YAMLException when it is none
    Read yaml(byte[] text) {
        return YamlReader.read(
                new InputStreamReader(new ByteArrayInputStream(text), StandardCharsets.UTF_8));
    }

    private static Read read(JsonParser parser) throws IOException {
        List<String> duplicates = new ArrayList<>();
        JsonToken first = parser.nextToken();
        if (first == null) {
            return new Read(JsonNodeFactory.instance.missingNode(), duplicates);
        }
        JsonNode tree = value(parser, first, "", duplicates);
        JsonToken more = parser.nextToken();
        if (more != null) {
            throw new JsonParseException(parser, "invalid character after top-level value");
        }
        return new Read(tree, duplicates);
    }

    private static JsonNode value(
            JsonParser parser, JsonToken token, String path, List<String> duplicates)
            throws IOException {
        JsonNodeFactory nodes = JsonNodeFactory.instance;
        return switch (token) {
            case START_OBJECT -> object(parser, path, duplicates);
            case START_ARRAY -> array(parser, path, duplicates);
            case VALUE_STRING -> nodes.textNode(parser.getText());
            case VALUE_NUMBER_INT ->
                    switch (parser.getNumberType()) {
                        case INT -> nodes.numberNode(parser.getIntValue());
                        case LONG -> nodes.numberNode(parser.getLongValue());
                        case BIG_INTEGER, FLOAT, DOUBLE, BIG_DECIMAL ->
                                nodes.numberNode(parser.getBigIntegerValue());
                    };
            case VALUE_NUMBER_FLOAT -> nodes.numberNode(parser.getDecimalValue());
            case VALUE_TRUE -> nodes.booleanNode(true);
            case VALUE_FALSE -> nodes.booleanNode(false);
            case VALUE_NULL -> nodes.nullNode();
            case END_OBJECT, END_ARRAY, FIELD_NAME, NOT_AVAILABLE, VALUE_EMBEDDED_OBJECT ->
                    throw new JsonParseException(parser, "unexpected " + token);
        };
    }

    private static ObjectNode object(JsonParser parser, String path, List<String> duplicates)
            throws IOException {
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String name = parser.currentName();
            String below = path.isEmpty() ? name : path + "." + name;
            if (object.has(name)) {
                duplicates.add("duplicate field \"" + below + "\"");
            }
            object.set(name, value(parser, parser.nextToken(), below, duplicates));
        }
        return object;
    }

    private static ArrayNode array(JsonParser parser, String path, List<String> duplicates)
            throws IOException {
        ArrayNode array = JsonNodeFactory.instance.arrayNode();
        for (JsonToken t = parser.nextToken(); t != JsonToken.END_ARRAY; t = parser.nextToken()) {
            array.add(value(parser, t, path + "[" + array.size() + "]", duplicates));
        }
        return array;
    }
}
