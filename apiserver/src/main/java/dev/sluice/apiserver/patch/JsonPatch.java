package dev.sluice.apiserver.patch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.error.ApiError;
import dev.sluice.apiserver.json.Nesting;
import dev.sluice.apiserver.schema.Schema;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A JSON patch: operations one after the other, all or none (RFC 6902, H3.1).
///
/// Two recorded peculiarities: `replace` of a missing key adds it, and an index may be negative and counts from the
/// end. Whatever does not apply gives one and the same answer, whose message says nothing.
public final class JsonPatch implements Patch {
    /// More operations are refused unread.
    static final int OPERATIONS_MAX = 10_000;

    /// Bytes, about, that `copy` operations may add to the object.
    static final long COPIED_BYTES_MAX = 3L << 20;

    private static final String REJECTED =
            "the server rejected our request due to an error in our request";

    private final List<Operation> operations;

    private JsonPatch(List<Operation> operations) {
        this.operations = operations;
    }

    /// One step; `value` is null when the document has none.
    private record Operation(
            String op, String path, @Nullable String from, @Nullable JsonNode value) {}

    /// @throws ApiError 400, 413
    static JsonPatch of(JsonNode body) {
        if (body.isNull()) {
            return new JsonPatch(List.of());
        }
        if (!body.isArray()) {
            throw undecodable(body, "[]handlers.jsonPatchOp");
        }
        if (body.size() > OPERATIONS_MAX) {
            throw new ApiError(
                    413,
                    "RequestEntityTooLarge",
                    "Request entity too large: The allowed maximum operations in a JSON patch is "
                            + OPERATIONS_MAX
                            + ", got "
                            + body.size(),
                    null);
        }
        List<Operation> operations = new ArrayList<>();
        for (JsonNode step : body) {
            operations.add(operation(step));
        }
        return new JsonPatch(operations);
    }

    /// Reads the patch of a webhook.
    ///
    /// @throws PatchMisfit when the document is no patch
    public static JsonPatch ofDocument(byte[] document) throws PatchMisfit {
        try {
            return of(Reader.parse(document, ""));
        } catch (ApiError error) {
            throw new PatchMisfit(error.text());
        }
    }

    /// The patch of a policy, which was made as a tree.
    ///
    /// @throws PatchMisfit when the tree is no patch
    public static JsonPatch ofTree(JsonNode tree) throws PatchMisfit {
        try {
            return of(tree);
        } catch (ApiError error) {
            throw new PatchMisfit(error.text());
        }
    }

    /// Whether there is nothing to do.
    public boolean isEmpty() {
        return operations.isEmpty();
    }

    private static Operation operation(JsonNode step) {
        if (!step.isObject()) {
            throw undecodable(step, "handlers.jsonPatchOp");
        }
        return new Operation(
                text(step, "op", ""),
                text(step, "path", ""),
                step.has("from") ? text(step, "from", "") : null,
                step.get("value"));
    }

    private static String text(JsonNode step, String field, String otherwise) {
        JsonNode value = step.get(field);
        if (value == null || value.isNull()) {
            return otherwise;
        }
        if (!value.isTextual()) {
            throw undecodable(value, "string");
        }
        return value.textValue();
    }

    private static ApiError undecodable(JsonNode got, String wanted) {
        return ApiError.badRequest(
                "error decoding patch: json: cannot unmarshal "
                        + Reader.goType(got)
                        + " into Go value of type "
                        + wanted);
    }

    @Override
    public ObjectNode applyTo(ObjectNode object, Schema schema) {
        try {
            return applyOrExplain(object);
        } catch (PatchMisfit unsaid) {
            throw rejected();
        }
    }

    /// As [#applyTo], but says what does not fit.
    ///
    /// @param object left as it is
    /// @return a new tree
    public ObjectNode applyOrExplain(ObjectNode object) throws PatchMisfit {
        ObjectNode copy = object.deepCopy();
        long copied = 0;
        for (Operation step : operations) {
            try {
                copied += run(step, copy);
            } catch (PatchMisfit misfit) {
                throw new PatchMisfit(step.op() + " operation does not apply: " + misfit.text());
            }
            if (copied > COPIED_BYTES_MAX) {
                throw new PatchMisfit(
                        "the copied values have more than " + COPIED_BYTES_MAX + " bytes");
            }
        }
        return copy;
    }

    /// @return how many bytes were copied
    private static long run(Operation step, ObjectNode object) throws PatchMisfit {
        Place place = Place.of(object, step.path());
        switch (step.op()) {
            case "add" -> place.add(valueOf(step));
            case "replace" -> place.replace(valueOf(step));
            case "remove" -> place.remove();
            case "test" -> {
                if (!sameValue(place.get(), valueOf(step))) {
                    throw new PatchMisfit("testing value " + step.path() + " failed: test failed");
                }
            }
            case "move" -> place.add(source(object, step).remove());
            case "copy" -> {
                JsonNode value = source(object, step).get().deepCopy();
                place.add(value);
                return value.toString().length();
            }
            default -> throw new PatchMisfit("unexpected kind: " + step.op());
        }
        return 0;
    }

    private static JsonNode valueOf(Operation step) {
        JsonNode value = step.value();
        return value == null ? NullNode.instance : value.deepCopy();
    }

    private static Place source(ObjectNode object, Operation step) throws PatchMisfit {
        String from = step.from();
        if (from == null) {
            throw new PatchMisfit("from is missing");
        }
        return Place.of(object, from);
    }

    private static boolean sameValue(JsonNode a, JsonNode b) {
        return a.equals((x, y) -> sameScalar(x, y) ? 0 : 1, b);
    }

    private static boolean sameScalar(JsonNode a, JsonNode b) {
        if (a.isIntegralNumber() && b.isIntegralNumber()) {
            return a.bigIntegerValue().equals(b.bigIntegerValue());
        }
        return a.equals(b);
    }

    private static ApiError rejected() {
        return new ApiError(422, "Invalid", REJECTED, ApiError.Details.EMPTY);
    }

    /// A pointer's parent and the last word of it.
    private record Place(JsonNode parent, String word, String pointer) {

        static Place of(ObjectNode root, String pointer) throws PatchMisfit {
            if (!pointer.startsWith("/")) {
                throw missing(pointer);
            }
            String[] words = pointer.substring(1).split("/", -1);
            JsonNode parent = root;
            for (int i = 0; i < words.length - 1; i++) {
                parent = new Place(parent, unescape(words[i]), pointer).get();
                if (!parent.isContainerNode()) {
                    throw missing(pointer);
                }
            }
            return new Place(parent, unescape(words[words.length - 1]), pointer);
        }

        private static PatchMisfit missing(String pointer) {
            return new PatchMisfit("doc is missing path: \"" + pointer + "\": missing value");
        }

        private static String unescape(String word) {
            return word.replace("~1", "/").replace("~0", "~");
        }

        /// The value there; null when an object has no such key.
        JsonNode get() throws PatchMisfit {
            if (parent instanceof ArrayNode array) {
                return array.get(index(array.size() - 1));
            }
            JsonNode value = parent.get(word);
            return value == null ? NullNode.instance : value;
        }

        void add(JsonNode value) throws PatchMisfit {
            check(value);
            if (parent instanceof ArrayNode array) {
                int at = word.equals("-") ? array.size() : index(array.size());
                array.insert(at, value);
            } else {
                ((ObjectNode) parent).set(word, value);
            }
        }

        void replace(JsonNode value) throws PatchMisfit {
            check(value);
            if (parent instanceof ArrayNode array) {
                array.set(index(array.size() - 1), value);
            } else {
                ((ObjectNode) parent).set(word, value);
            }
        }

        /// Each step could put the whole object into its own depth.
        private void check(JsonNode value) throws PatchMisfit {
            int above = (int) pointer.chars().filter(c -> c == '/').count();
            if (!Nesting.fits(value, Nesting.LEVELS_MAX - above)) {
                throw new PatchMisfit(
                        "the value at \""
                                + pointer
                                + "\" would be nested more than "
                                + Nesting.LEVELS_MAX
                                + " levels deep");
            }
        }

        JsonNode remove() throws PatchMisfit {
            JsonNode removed =
                    parent instanceof ArrayNode array
                            ? array.remove(index(array.size() - 1))
                            : ((ObjectNode) parent).remove(word);
            if (removed == null) {
                throw missing(pointer);
            }
            return removed;
        }

        private int index(int max) throws PatchMisfit {
            int index;
            try {
                index = Integer.parseInt(word);
            } catch (NumberFormatException e) {
                throw missing(pointer);
            }
            int counted = index < 0 ? index + max + 1 : index;
            if (counted < 0 || counted > max) {
                throw missing(pointer);
            }
            return counted;
        }
    }
}
