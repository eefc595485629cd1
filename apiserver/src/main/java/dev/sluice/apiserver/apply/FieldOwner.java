package dev.sluice.apiserver.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/// One entry of `metadata.managedFields`: a manager and the paths it owns (H3.25).
///
/// @param apiVersion the version in which the paths are meant
/// @param time of the manager's last change, RFC 3339 in whole seconds; empty when unknown
record FieldOwner(Id id, String apiVersion, String time, FieldSet fields) {

    /// The order of entries: applies first, then by time and name.
    static final Comparator<FieldOwner> ORDER =
            Comparator.comparing((FieldOwner owner) -> owner.id().operation())
                    .thenComparing(FieldOwner::time)
                    .thenComparing(owner -> owner.id().manager())
                    .thenComparing(FieldOwner::apiVersion)
                    .thenComparing(owner -> owner.id().subresource());

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

    /// @return null when the entry is not one that this server understands
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
        return new FieldOwner(
                id,
                apiVersion,
                entry.path("time").asText(),
                FieldSet.fromJson(entry.path("fieldsV1")));
    }

    void writeTo(ObjectNode out) {
        out.put("manager", id.manager());
        out.put("operation", id.operation().text);
        out.put("apiVersion", apiVersion);
        if (!time.isEmpty()) {
            out.put("time", time);
        }
        out.put("fieldsType", "FieldsV1");
        fields.writeTo(out.putObject("fieldsV1"));
        if (!id.subresource().isEmpty()) {
            out.put("subresource", id.subresource());
        }
    }

    FieldOwner with(FieldSet other) {
        return other.equals(fields) ? this : new FieldOwner(id, apiVersion, time, other);
    }

    static String timeText(Instant instant) {
        return instant.truncatedTo(ChronoUnit.SECONDS).toString();
    }
}
