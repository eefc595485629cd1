package dev.sluice.apiserver.protobuf;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.sluice.apiserver.error.JsonFault;
import dev.sluice.apiserver.json.Nesting;
import dev.sluice.apiserver.type.Times;
import java.io.IOException;
import java.time.Instant;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/// Messages whose JSON form is a single value (H1.42 c, d).
final class SpecialMessages {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private SpecialMessages() {}

    /// Made when the first embedded JSON comes: the mapper's classes take a while to load.
    private static final class Json {
        static final ObjectMapper MAPPER = new ObjectMapper(Nesting.factory().build());

        private Json() {}
    }

    /// Seconds in field 1, nanoseconds in field 2; an empty message is no time at all.
    static @Nullable JsonNode time(Wire wire, boolean micro) throws MalformedProtobuf {
        if (!wire.hasMore()) {
            return null;
        }
        long seconds = 0;
        long nanos = 0;
        while (wire.hasMore()) {
            long tag = wire.varint();
            switch ((int) (tag >>> 3)) {
                case 1 -> seconds = wire.varint();
                case 2 -> nanos = wire.varint();
                default -> wire.skip((int) (tag & 7));
            }
        }
        Instant instant = Instant.ofEpochSecond(seconds, micro ? nanos : 0);
        return NODES.textNode(micro ? Times.micros(instant) : Times.seconds(instant));
    }

    static JsonNode quantity(Wire wire) throws MalformedProtobuf {
        String text = "0";
        while (wire.hasMore()) {
            long tag = wire.varint();
            if (tag >>> 3 == 1) {
                text = wire.nested().text();
            } else {
                wire.skip((int) (tag & 7));
            }
        }
        return NODES.textNode(text.isEmpty() ? "0" : text);
    }

    /// Field 1 says which: 0 the number in field 2, 1 the text in field 3.
    static JsonNode intOrString(Wire wire) throws MalformedProtobuf {
        long type = 0;
        long number = 0;
        String text = "";
        while (wire.hasMore()) {
            long tag = wire.varint();
            switch ((int) (tag >>> 3)) {
                case 1 -> type = wire.varint();
                case 2 -> number = wire.varint();
                case 3 -> text = wire.nested().text();
                default -> wire.skip((int) (tag & 7));
            }
        }
        return type == 0 ? ProtobufReader.integer(number) : NODES.textNode(text);
    }

    /// JSON text in field 1.
    static @Nullable JsonNode json(Wire wire) throws MalformedProtobuf {
        JsonNode value = null;
        while (wire.hasMore()) {
            long tag = wire.varint();
            if (tag >>> 3 != 1) {
                wire.skip((int) (tag & 7));
                continue;
            }
            try {
                value = Json.MAPPER.readTree(wire.nested().rest());
            } catch (IOException e) {
                throw new MalformedProtobuf("embedded JSON: " + JsonFault.text(e));
            }
        }
        return value;
    }

    static String base64(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }
}
