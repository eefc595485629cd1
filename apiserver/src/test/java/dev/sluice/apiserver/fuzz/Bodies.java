package dev.sluice.apiserver.fuzz;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.transcripts.Recording;
import java.io.ByteArrayOutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/// Ways to spoil a body.
final class Bodies {
    /// Values that stand where another type, size or alphabet is expected.
    private static final List<String> VALUES =
            List.of(
                    "null",
                    "true",
                    "0",
                    "-1",
                    "1.5",
                    "1e400",
                    "-0.0",
                    "2147483648",
                    "-9223372036854775809",
                    "99999999999999999999999999999999999999",
                    "\"\"",
                    "\"1\"",
                    "\"x\"",
                    "\"\\u0000\"",
                    "\"\\ud800\"",
                    "\"a/b/c\"",
                    "\"../..\"",
                    "\"1e1000000000\"",
                    "\"9e999999999Ei\"",
                    "\"-1Ki\"",
                    "\"2026-13-45T99:99:99Z\"",
                    "\"(((((((((((((((\"",
                    "\"(a+)+$\"",
                    "\"self.self.self[0] + 1\"",
                    "\"$(X)\"",
                    "[]",
                    "{}",
                    "[[]]",
                    "[null]",
                    "[{}]",
                    "[{\"name\":null}]",
                    "{\"\":\"\"}",
                    "{\"a\":null}",
                    "{\"$patch\":\"delete\"}",
                    "{\"$patch\":7}",
                    "{\"f:a\":{\".\":{}}}",
                    "[{\"$patch\":\"replace\"},{\"$retainKeys\":1}]");

    private static final List<String> FIELDS =
            List.of(
                    "metadata",
                    "spec",
                    "status",
                    "name",
                    "kind",
                    "apiVersion",
                    "items",
                    "finalizers",
                    "ownerReferences",
                    "managedFields",
                    "resourceVersion",
                    "deletionTimestamp",
                    "$patch",
                    "$setElementOrder/containers",
                    "$deleteFromPrimitiveList/finalizers",
                    "x-kubernetes-validations",
                    "matchExpressions",
                    "");

    private static final List<String> WHOLE =
            List.of(
                    "",
                    " ",
                    "null",
                    "7",
                    "\"text\"",
                    "[]",
                    "{}",
                    "{",
                    "{\"a\":",
                    "{}{}",
                    "{} x",
                    "{'a':1}",
                    "{\"a\":1,\"a\":2}",
                    "\ufeff{}",
                    "nan",
                    "[1,2",
                    "---\n---\n",
                    "a: &a [x]\nb: [*a, *a, *a]\nc: *b",
                    "a: &a\n  b: *a\n",
                    "? [a]\n: b\n",
                    "!!java.util.Date 2026-01-01",
                    "<html>",
                    "[{\"op\":\"move\",\"from\":\"/a\",\"path\":\"/a/b\"}]",
                    "[{\"op\":\"add\",\"path\":\"/metadata/labels/~2\",\"value\":1}]",
                    "[{\"op\":\"copy\",\"from\":\"\",\"path\":\"/data\"},{\"op\":\"remove\",\"path\":\"\"}]",
                    "[{\"op\":\"test\",\"path\":\"/spec/containers/-1/x\"}]",
                    "[{\"op\":\"add\",\"path\":\"/metadata/finalizers/99999999999\",\"value\":\"x\"}]",
                    "[null,[],{\"op\":7}]");

    private static final int DEPTH_MAX = 60_000;

    private Bodies() {}

    static Shot spoil(Shot shot, Random random) {
        return switch (random.nextInt(9)) {
            case 0 -> shot.withBody(noise(shot.body(), random));
            case 1 -> shot.withBody(WHOLE.get(random.nextInt(WHOLE.size())));
            case 2 -> shot.withBody(deep(shot.body(), random));
            case 3 -> protobuf(shot, random);
            case 4 -> wide(shot, random);
            default -> json(shot, random);
        };
    }

    /// Bytes changed, cut out, doubled or put in.
    private static byte[] noise(byte[] body, Random random) {
        byte[] noisy = body.length == 0 ? bytes(random.nextInt(64), random) : body.clone();
        for (int i = random.nextInt(4); i >= 0 && noisy.length > 0; i--) {
            int at = random.nextInt(noisy.length);
            int end = Math.min(noisy.length, at + random.nextInt(32));
            noisy =
                    switch (random.nextInt(5)) {
                        case 0 -> Arrays.copyOf(noisy, at);
                        case 1 -> spliced(noisy, at, end, new byte[0]);
                        case 2 -> spliced(noisy, at, at, Arrays.copyOfRange(noisy, at, end));
                        case 3 -> spliced(noisy, at, at, bytes(1 + random.nextInt(8), random));
                        default ->
                                spliced(noisy, at, at + 1, new byte[] {(byte) random.nextInt(256)});
                    };
        }
        return noisy;
    }

    /// A value in the middle becomes a well of brackets.
    private static byte[] deep(byte[] body, Random random) {
        int depth = 1 + random.nextInt(random.nextInt(20) == 0 ? DEPTH_MAX : 3_000);
        boolean objects = random.nextBoolean();
        String well =
                (objects ? "{\"a\":" : "[").repeat(depth)
                        + "1"
                        + (random.nextInt(4) == 0 ? "" : (objects ? "}" : "]").repeat(depth));
        String text = new String(body, StandardCharsets.UTF_8);
        int colon = text.indexOf(':', text.isEmpty() ? 0 : random.nextInt(text.length()));
        int end = colon < 0 ? -1 : text.indexOf(',', colon);
        String all = end < 0 ? well : text.substring(0, colon + 1) + well + text.substring(end);
        return all.getBytes(StandardCharsets.UTF_8);
    }

    private static Shot wide(Shot shot, Random random) {
        int count = 1 << random.nextInt(random.nextInt(10) == 0 ? 19 : 14);
        String text =
                switch (random.nextInt(4)) {
                    case 0 -> "{\"metadata\":{\"name\":\"" + "x".repeat(count) + "\"}}";
                    case 1 -> "{\"metadata\":{\"labels\":" + members(count / 8) + "}}";
                    case 2 -> "{\"spec\":[" + "{},".repeat(count / 4) + "{}]}";
                    default -> "{\"data\":{\"n\":" + "9".repeat(count) + "}}";
                };
        return shot.withBody(text);
    }

    private static String members(int count) {
        StringBuilder text = new StringBuilder("{");
        for (int i = 0; i < count; i++) {
            text.append('"').append(i).append("\":\"\",");
        }
        return text.append("\"z\":\"\"}").toString();
    }

    private static Shot protobuf(Shot shot, Random random) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        boolean typed = shot.body().length > 4 && shot.body()[0] == 'k';
        if (typed && random.nextBoolean()) {
            return shot.withBody(noise(shot.body(), random));
        }
        out.writeBytes(new byte[] {'k', '8', 's', 0});
        if (random.nextBoolean()) {
            byte[] kind = random.nextBoolean() ? pair("v1", "Pod") : pair("batch/v1", "Job");
            out.writeBytes(new byte[] {0x0a, (byte) kind.length});
            out.writeBytes(kind);
            byte[] raw = noise(bytes(random.nextInt(60), random), random);
            out.write(0x12);
            out.write(random.nextInt(8) == 0 ? 0x7f : raw.length);
            out.writeBytes(raw);
        } else {
            for (int i = random.nextInt(200); i >= 0; i--) {
                out.writeBytes(
                        switch (random.nextInt(4)) {
                            case 0 -> new byte[] {-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 1};
                            case 1 -> new byte[] {0x12, -1, -1, -1, -1, 7};
                            case 2 -> new byte[] {0x0b, 0x0b, 0x0b, 0x0c};
                            default -> bytes(3, random);
                        });
            }
        }
        return shot.with("Content-Type", "application/vnd.kubernetes.protobuf")
                .withBody(out.toByteArray());
    }

    private static byte[] pair(String apiVersion, String kind) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(0x0a);
        out.write(apiVersion.length());
        out.writeBytes(apiVersion.getBytes(StandardCharsets.UTF_8));
        out.write(0x12);
        out.write(kind.length());
        out.writeBytes(kind.getBytes(StandardCharsets.UTF_8));
        return out.toByteArray();
    }

    /// Valid JSON of a wrong shape: values of other types, fields gone, doubled and misplaced.
    private static Shot json(Shot shot, Random random) {
        JsonNode tree;
        try {
            tree = Recording.parse(new String(shot.body(), StandardCharsets.UTF_8));
        } catch (UncheckedIOException notJson) {
            return shot.withBody(noise(shot.body(), random));
        }
        List<JsonNode> inner = new ArrayList<>();
        collect(tree, inner);
        for (int i = random.nextInt(3); i >= 0 && !inner.isEmpty(); i--) {
            JsonNode at = inner.get(random.nextInt(inner.size()));
            JsonNode value =
                    random.nextInt(4) == 0
                            ? inner.get(random.nextInt(inner.size())).deepCopy()
                            : Recording.parse(VALUES.get(random.nextInt(VALUES.size())));
            if (at instanceof ObjectNode object) {
                List<String> names = new ArrayList<>();
                object.fieldNames().forEachRemaining(names::add);
                String name =
                        names.isEmpty() || random.nextInt(6) == 0
                                ? FIELDS.get(random.nextInt(FIELDS.size()))
                                : names.get(random.nextInt(names.size()));
                if (random.nextInt(5) == 0) {
                    object.remove(name);
                } else {
                    object.set(name, value);
                }
            } else if (at instanceof ArrayNode array) {
                if (array.isEmpty() || random.nextBoolean()) {
                    array.add(value);
                } else {
                    array.set(random.nextInt(array.size()), value);
                }
            }
        }
        return shot.withBody(tree.toString());
    }

    private static void collect(JsonNode node, List<JsonNode> into) {
        if (node.isContainerNode()) {
            into.add(node);
            node.forEach(child -> collect(child, into));
        }
    }

    static byte[] bytes(int count, Random random) {
        byte[] bytes = new byte[count];
        random.nextBytes(bytes);
        return bytes;
    }

    private static byte[] spliced(byte[] bytes, int from, int to, byte[] insert) {
        byte[] all = new byte[from + insert.length + bytes.length - Math.min(to, bytes.length)];
        System.arraycopy(bytes, 0, all, 0, from);
        System.arraycopy(insert, 0, all, from, insert.length);
        int rest = Math.min(to, bytes.length);
        System.arraycopy(bytes, rest, all, from + insert.length, bytes.length - rest);
        return all;
    }
}
