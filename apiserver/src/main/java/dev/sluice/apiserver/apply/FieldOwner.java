package dev.sluice.apiserver.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// One entry of `metadata.managedFields`: a manager and the paths it owns (H3.25).
///
/// The paths are read when somebody asks for them: most writes concern few owners.
final class FieldOwner {
    /// The order of entries: applies first, then by time and name.
    static final Comparator<FieldOwner> ORDER =
            Comparator.comparing((FieldOwner owner) -> owner.id().operation())
                    .thenComparing(FieldOwner::time)
                    .thenComparing(owner -> owner.id().manager())
                    .thenComparing(FieldOwner::apiVersion)
                    .thenComparing(owner -> owner.id().subresource());

    private final Id id;
    private final String apiVersion;
    private final String time;
    private final @Nullable JsonNode entry;
    private @Nullable FieldSet fields;

    /// @param apiVersion the version in which the paths are meant
    /// @param time of the manager's last change, RFC 3339 in whole seconds; empty when unknown
    FieldOwner(Id id, String apiVersion, String time, FieldSet fields) {
        this(id, apiVersion, time, fields, null);
    }

    /// @param entry what it was read from; null for a new one
    /// @param fields null when they have not been read from the entry
    private FieldOwner(
            Id id,
            String apiVersion,
            String time,
            @Nullable FieldSet fields,
            @Nullable JsonNode entry) {
        this.id = id;
        this.apiVersion = apiVersion;
        this.time = time;
        this.fields = fields;
        this.entry = entry;
    }

    Id id() {
        return id;
    }

    String apiVersion() {
        return apiVersion;
    }

    String time() {
        return time;
    }

    FieldSet fields() {
        FieldSet known = fields;
        if (known == null) {
            known = FieldSet.fromJson(fieldsNode());
            fields = known;
        }
        return known;
    }

    private JsonNode fieldsNode() {
        return Objects.requireNonNull(entry).path("fieldsV1");
    }

    /// Whether it owns nothing.
    boolean isEmpty() {
        return fields == null ? FieldSet.isEmpty(fieldsNode()) : fields.isEmpty();
    }

    /// Whether it owns one of the paths.
    boolean ownsAny(FieldSet paths) {
        return fields == null
                ? paths.hasMemberIn(fieldsNode())
                : !fields.intersection(paths).isEmpty();
    }

    /// How a manager came to its fields.
    enum Operation {
        APPLY("Apply"),
        UPDATE("Update");

        private final String text;

        Operation(String text) {
            this.text = text;
        }
    }

    /// What tells owners apart.
    ///
    /// @param version of an update; empty for an apply, which is one and the same in all versions
    record Id(String manager, Operation operation, String subresource, String version) {

        static Id applier(Author author) {
            return new Id(author.manager(), Operation.APPLY, author.subresource(), "");
        }

        static Id updater(Author author, String apiVersion) {
            return new Id(author.manager(), Operation.UPDATE, author.subresource(), apiVersion);
        }

        /// The owner as messages about conflicts call it.
        String text() {
            StringBuilder out = new StringBuilder("\"").append(manager).append('"');
            if (!subresource.isEmpty()) {
                out.append(" with subresource \"").append(subresource).append('"');
            }
            if (operation == Operation.UPDATE) {
                out.append(" using ").append(version);
            }
            return out.toString();
        }
    }

    /// @return null when the entry is not one that this server understands; kept by the owner, and not to be changed
    static @Nullable FieldOwner fromJson(JsonNode entry) {
        String apiVersion = entry.path("apiVersion").asText();
        Operation operation;
        switch (entry.path("operation").asText()) {
            case "Apply" -> operation = Operation.APPLY;
            case "Update" -> operation = Operation.UPDATE;
            default -> {
                return null;
            }
        }
        if (!entry.path("fieldsType").asText().equals("FieldsV1")
                || !entry.path("fieldsV1").isObject()) {
            return null;
        }
        Id id =
                new Id(
                        entry.path("manager").asText(),
                        operation,
                        entry.path("subresource").asText(),
                        operation == Operation.APPLY ? "" : apiVersion);
        return new FieldOwner(id, apiVersion, entry.path("time").asText(), null, entry);
    }

    /// Its entry.
    ///
    /// @param asRead whether what was read from `entry` may be given back as it is
    JsonNode toJson(boolean asRead) {
        if (asRead && entry != null && time.equals(entry.path("time").asText())) {
            return entry;
        }
        ObjectNode out = JsonNodeFactory.instance.objectNode();
        out.put("manager", id.manager());
        out.put("operation", id.operation().text);
        out.put("apiVersion", apiVersion);
        if (!time.isEmpty()) {
            out.put("time", time);
        }
        out.put("fieldsType", "FieldsV1");
        if (asRead && entry != null) {
            out.set("fieldsV1", fieldsNode());
        } else {
            fields().writeTo(out.putObject("fieldsV1"));
        }
        if (!id.subresource().isEmpty()) {
            out.put("subresource", id.subresource());
        }
        return out;
    }

    /// The owner without some of its fields.
    FieldOwner without(FieldSet lost, FieldSet removed) {
        if (!ownsAny(lost) && !ownsAny(removed)) {
            return this;
        }
        return with(fields().minus(lost).minus(removed));
    }

    /// The owner after it has changed more fields.
    FieldOwner changing(FieldSet more, String now) {
        return entry != null && fields == null && more.isWithin(fieldsNode())
                ? new FieldOwner(id, apiVersion, now, null, entry)
                : new FieldOwner(id, apiVersion, now, fields().union(more));
    }

    FieldOwner with(FieldSet other) {
        return new FieldOwner(id, apiVersion, time, other);
    }

    static String timeText(Instant instant) {
        return instant.truncatedTo(ChronoUnit.SECONDS).toString();
    }
}
