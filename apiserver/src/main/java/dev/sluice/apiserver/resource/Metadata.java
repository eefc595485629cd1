package dev.sluice.apiserver.resource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.error.ApiError;
import dev.sluice.apiserver.error.Cause;
import dev.sluice.apiserver.kind.Kind;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/// The part of an object that belongs to the server (H2.1–H2.8).
public final class Metadata {
    private static final DateTimeFormatter SECONDS =
            DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss'Z'", Locale.ROOT)
                    .withZone(ZoneOffset.UTC);
    private static final String SUFFIX_ALPHABET = "bcdfghjklmnpqrstvwxz2456789";
    private static final int SUFFIX_LENGTH = 5;
    private static final int GENERATED_BASE_MAX = 58;

    private Metadata() {}

    /// The object's metadata, made when absent.
    public static ObjectNode of(ObjectNode object) {
        return object.path("metadata") instanceof ObjectNode metadata
                ? metadata
                : object.putObject("metadata");
    }

    static String text(ObjectNode object, String field) {
        return object.path("metadata").path(field).asText("");
    }

    public static String time(Instant instant) {
        return SECONDS.format(instant.truncatedTo(ChronoUnit.SECONDS));
    }

    static boolean isDeleting(ObjectNode object) {
        return object.path("metadata").hasNonNull("deletionTimestamp");
    }

    static boolean hasFinalizers(ObjectNode object) {
        return !object.path("metadata").path("finalizers").isEmpty();
    }

    /// Puts the URL's namespace into the object.
    ///
    /// @throws ApiError 400 when the body names another
    static void placeInNamespace(ObjectNode object, Route route) {
        checkNamespace(object, route);
        if (route.kind().namespaced()) {
            of(object).put("namespace", route.namespace());
        }
    }

    /// Takes the namespace out of an object that can have none.
    ///
    /// @throws ApiError 400 when the body names another than the URL
    static void checkNamespace(ObjectNode object, Route route) {
        ObjectNode metadata = of(object);
        if (!route.kind().namespaced()) {
            metadata.remove("namespace");
            return;
        }
        String given = metadata.path("namespace").asText("");
        if (!given.isEmpty() && !given.equals(route.namespace())) {
            throw ApiError.badRequest(
                    "the namespace of the provided object does not match the namespace sent on the"
                            + " request");
        }
    }

    /// What every new object gets, whatever the client said (H2.6).
    static void begin(ObjectNode object, Kind kind, Instant now) {
        ObjectNode metadata = of(object);
        metadata.remove(
                List.of(
                        "deletionTimestamp",
                        "deletionGracePeriodSeconds",
                        "selfLink",
                        "resourceVersion"));
        metadata.put("uid", UUID.randomUUID().toString());
        metadata.put("creationTimestamp", time(now));
        if (kind.rules().hasGeneration()) {
            metadata.put("generation", 1);
        }
        withoutRepeatedOwners(metadata);
    }

    /// `generateName` with five random characters (H2.3).
    static String generated(String base) {
        StringBuilder name =
                new StringBuilder(base.substring(0, Math.min(base.length(), GENERATED_BASE_MAX)));
        for (int i = 0; i < SUFFIX_LENGTH; i++) {
            name.append(
                    SUFFIX_ALPHABET.charAt(
                            ThreadLocalRandom.current().nextInt(SUFFIX_ALPHABET.length())));
        }
        return name.toString();
    }

    /// What no update changes: uid, times, the mark of deletion, the generation (H2.7).
    static void restore(ObjectNode object, ObjectNode old) {
        ObjectNode metadata = of(object);
        ObjectNode before = of(old);
        metadata.remove(List.of("selfLink", "resourceVersion"));
        for (String field :
                List.of(
                        "uid",
                        "creationTimestamp",
                        "deletionTimestamp",
                        "deletionGracePeriodSeconds",
                        "generation")) {
            copy(before, metadata, field);
        }
        withoutRepeatedOwners(metadata);
    }

    static void copy(ObjectNode from, ObjectNode to, String field) {
        JsonNode value = from.get(field);
        if (value == null) {
            to.remove(field);
        } else {
            to.set(field, value);
        }
    }

    /// As [#copy], where what is copied may be changed later and must not change in both.
    static void copyDeep(ObjectNode from, ObjectNode to, String field) {
        JsonNode value = from.get(field);
        if (value == null) {
            to.remove(field);
        } else {
            to.set(field, value.deepCopy());
        }
    }

    /// Raises the generation when what the user wants has changed (H2.4).
    static void raiseGeneration(ObjectNode object, ObjectNode old, Kind kind) {
        if (!kind.rules().hasGeneration() || !kind.rules().raisesGeneration()) {
            return;
        }
        if (!wantsNoMore(object, old, kind) || !wantsNoMore(old, object, kind)) {
            putNumber(of(object), "generation", of(old).path("generation").asLong() + 1);
        }
    }

    /// Whether two states differ in nothing but the times of their managed fields: then there is nothing to write (H2.23).
    static boolean sameButForTimes(ObjectNode object, ObjectNode old) {
        if (object.size() != old.size()) {
            return false;
        }
        for (Map.Entry<String, JsonNode> field : object.properties()) {
            JsonNode before = old.get(field.getKey());
            boolean same =
                    field.getKey().equals("metadata")
                            ? before != null && sameButForTimes(field.getValue(), before)
                            : field.getValue().equals(before);
            if (!same) {
                return false;
            }
        }
        return true;
    }

    private static boolean sameButForTimes(JsonNode metadata, JsonNode before) {
        if (metadata.size() != before.size()) {
            return false;
        }
        for (Map.Entry<String, JsonNode> field : metadata.properties()) {
            JsonNode value = before.get(field.getKey());
            boolean same =
                    field.getValue().equals(value)
                            || (field.getKey().equals("managedFields")
                                    && sameOwners(field.getValue(), value));
            if (!same) {
                return false;
            }
        }
        return true;
    }

    private static boolean sameOwners(JsonNode owners, @Nullable JsonNode before) {
        if (before == null || owners.isEmpty() || owners.size() != before.size()) {
            return false;
        }
        for (int i = 0; i < owners.size(); i++) {
            if (!isTimelessPart(owners.get(i), before.get(i))
                    || !isTimelessPart(before.get(i), owners.get(i))) {
                return false;
            }
        }
        return true;
    }

    /// Whether every field but the time stands in the other, too.
    private static boolean isTimelessPart(JsonNode owner, JsonNode other) {
        for (Map.Entry<String, JsonNode> field : owner.properties()) {
            if (!field.getKey().equals("time")
                    && !field.getValue().equals(other.get(field.getKey()))) {
                return false;
            }
        }
        return true;
    }

    /// Marks an object as being deleted (H2.32, H2.33).
    static void markDeleted(ObjectNode object, Instant now, long graceSeconds) {
        ObjectNode metadata = of(object);
        if (!metadata.hasNonNull("deletionTimestamp") && metadata.path("generation").asLong() > 0) {
            putNumber(metadata, "generation", metadata.path("generation").asLong() + 1);
        }
        metadata.put("deletionTimestamp", time(now.plusSeconds(graceSeconds)));
        putNumber(metadata, "deletionGracePeriodSeconds", graceSeconds);
    }

    /// Puts a number as it would be read: what is stored need not be parsed then.
    static void putNumber(ObjectNode object, String field, long value) {
        if (value == (int) value) {
            object.put(field, (int) value);
        } else {
            object.put(field, value);
        }
    }

    /// Finalizers may go but not come while an object is being deleted.
    static @Nullable Cause newFinalizer(ObjectNode object, ObjectNode old) {
        if (!isDeleting(old)) {
            return null;
        }
        Set<String> before = new HashSet<>();
        of(old).path("finalizers").forEach(f -> before.add(f.asText()));
        for (JsonNode finalizer : of(object).path("finalizers")) {
            if (!before.contains(finalizer.asText())) {
                return new Cause(
                        "FieldValueForbidden",
                        "metadata.finalizers",
                        "Forbidden: no new finalizers can be added if the object is being deleted,"
                                + " found new finalizers []string{\""
                                + finalizer.asText()
                                + "\"}");
            }
        }
        return null;
    }

    /// Whether everything that a user wants of an object, its status does not count, stands in another one, too.
    private static boolean wantsNoMore(ObjectNode object, ObjectNode other, Kind kind) {
        for (Map.Entry<String, JsonNode> field : object.properties()) {
            boolean counts =
                    switch (field.getKey()) {
                        case "metadata", "apiVersion", "kind" -> false;
                        case "status" -> !kind.subresources().contains(Kind.Subresource.STATUS);
                        default -> true;
                    };
            if (counts && !field.getValue().equals(other.get(field.getKey()))) {
                return false;
            }
        }
        return true;
    }

    private static void withoutRepeatedOwners(ObjectNode metadata) {
        if (!(metadata.get("ownerReferences") instanceof ArrayNode owners) || owners.size() < 2) {
            return;
        }
        Set<JsonNode> seen = new LinkedHashSet<>();
        owners.forEach(seen::add);
        if (seen.size() < owners.size()) {
            owners.removeAll().addAll(seen);
        }
    }
}
