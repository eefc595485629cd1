package dev.sluice.apiserver.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The parser and the writer against Jackson's.
class PlainTreesTest {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final ObjectMapper JACKSON = new ObjectMapper();
    private static final String CHARACTERS =
            "aZ09 /:.-_{}[],\"\\\b\f\n\r\t\u0001\u001f\u007f\u0080éß\u07ff\u0800漢\u2028\ufffd\uffff";
    private static final int TREES = Integer.getInteger("sluice.json.trees", 2_000);

    @Test
    void treesAreWrittenAndReadAsByJackson() throws IOException {
        long seed = Long.getLong("sluice.json.seed", 1);
        Random random = new Random(seed);
        int plain = 0;
        int equal = 0;
        for (int i = 0; i < TREES; i++) {
            JsonNode tree = value(random, 4);
            byte[] expected = JACKSON.writeValueAsBytes(tree);
            TreeWriter writer = new TreeWriter();
            if (tree.isObject()) {
                writer.write(tree);
                assertThat(writer.done()).as("seed " + seed + ", tree " + i).isEqualTo(expected);
                if (writer.isReadBackEqual()) {
                    assertThat(JACKSON.readTree(expected)).isEqualTo(tree);
                    equal++;
                }
            }
            JsonNode read = TreeParser.plain(expected);
            if (read != null) {
                assertThat(read).isEqualTo(JACKSON.readTree(expected));
                plain++;
            }
            assertThat(TreeParser.read(expected)).isEqualTo(JACKSON.readTree(expected));
        }
        assertThat(plain).isGreaterThan(TREES / 10);
        assertThat(equal).isGreaterThan(TREES / 10);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "{",
                "[1,]",
                "{\"a\":1,}",
                "{\"a\" 1}",
                "{a:1}",
                "{\"a\":1}x",
                "{\"a\":1,\"a\":2}",
                "\"a",
                "\"a\tb\"",
                "\"\\x\"",
                "\"\\",
                "tru",
                "nul",
                "01",
                "-",
                "-0",
                "1.5",
                "1e3",
                "1234567890123456789",
                "\"\\u0041\"",
                "//"
            })
    void whatIsWrongOrRareIsLeftToOthers(String text) {
        assertThat(TreeParser.plain(text.getBytes(StandardCharsets.UTF_8))).isNull();
    }

    @Test
    void bytesThatAreNoTextAreLeftToOthers() {
        assertThat(TreeParser.plain(new byte[] {'"', (byte) 0xC0, (byte) 0x80, '"'})).isNull();
        assertThat(TreeParser.plain(new byte[] {'"', (byte) 0xE4, '"'})).isNull();
    }

    @Test
    void blanksDoNotCount() {
        byte[] spaced = " { \"a\" :\n[ 1 , -2 ,\ttrue ] } \r\n".getBytes(StandardCharsets.UTF_8);
        assertThat(TreeParser.plain(spaced)).hasToString("{\"a\":[1,-2,true]}");
    }

    @Test
    void depthIsLeftToOthers() {
        byte[] deep = ("[".repeat(500) + "]".repeat(500)).getBytes(StandardCharsets.UTF_8);
        assertThat(TreeParser.plain(deep)).isNull();
    }

    private static JsonNode value(Random random, int depth) {
        return switch (random.nextInt(depth == 0 ? 9 : 14)) {
            case 0, 1, 2, 3 -> NODES.textNode(text(random));
            case 4 -> NODES.numberNode(random.nextInt());
            case 5 -> NODES.numberNode(random.nextInt(3) == 0 ? random.nextLong() : 7L << 33);
            case 6 -> random.nextInt(4) == 0 ? NODES.numberNode(7L) : NODES.numberNode(7);
            case 7 -> random.nextInt(9) == 0 ? NODES.numberNode(0.5) : NODES.nullNode();
            case 8 -> NODES.booleanNode(random.nextBoolean());
            case 9, 10 -> {
                ArrayNode array = NODES.arrayNode();
                for (int i = random.nextInt(4); i > 0; i--) {
                    array.add(value(random, depth - 1));
                }
                yield array;
            }
            default -> {
                ObjectNode object = NODES.objectNode();
                for (int i = random.nextInt(5); i > 0; i--) {
                    object.set(text(random), value(random, depth - 1));
                }
                yield object;
            }
        };
    }

    private static String text(Random random) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(random.nextInt(20) == 0 ? 200 : 12); i > 0; i--) {
            boolean strange = random.nextInt(12) == 0;
            text.append(
                    strange
                            ? CHARACTERS.charAt(random.nextInt(CHARACTERS.length()))
                            : (char) ('a' + random.nextInt(26)));
        }
        return random.nextInt(50) == 0 ? text + "\ud83d\ude00" : text.toString();
    }
}
