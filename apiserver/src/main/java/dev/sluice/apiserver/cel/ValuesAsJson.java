package dev.sluice.apiserver.cel;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;

/// What expressions give, as JSON.
final class ValuesAsJson {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private ValuesAsJson() {}

    /// @throws CelFailure when JSON has no such value
    static JsonNode of(Object value) {
        return switch (value) {
            case Null _ -> NODES.nullNode();
            case String text -> NODES.textNode(text);
            case Boolean truth -> NODES.booleanNode(truth);
            case Long number -> NODES.numberNode(number);
            case Double number -> NODES.numberNode(number);
            case UInt number -> NODES.numberNode(number.value());
            case Bytes bytes ->
                    NODES.textNode(Base64.getEncoder().encodeToString(bytes.octets()));
            case Instant time -> NODES.textNode(time.toString());
            case Duration duration -> NODES.textNode(duration.toSeconds() + "s");
            case Maybe maybe -> maybe.value() == null ? NODES.nullNode() : of(maybe.value());
            case ListValue list -> {
                ArrayNode array = NODES.arrayNode();
                for (int i = 0; i < list.size(); i++) {
                    array.add(of(list.get(i)));
                }
                yield array;
            }
            case MapValue map -> {
                ObjectNode object = NODES.objectNode();
                for (Object key : map.keys()) {
                    Object field = map.get(key);
                    object.set(String.valueOf(key), field == null ? NODES.nullNode() : of(field));
                }
                yield object;
            }
            default -> throw new CelFailure("a value that JSON does not have: " + value);
        };
    }
}
