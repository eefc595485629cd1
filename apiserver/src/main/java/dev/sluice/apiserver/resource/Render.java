package dev.sluice.apiserver.resource;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.sluice.apiserver.error.ApiError;
import dev.sluice.apiserver.kind.Column;
import dev.sluice.apiserver.kind.Kind;
import dev.sluice.apiserver.kind.KindRules;
import dev.sluice.apiserver.store.StoredObject;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/// Puts objects into the form that a client wants: themselves, a Table, or their metadata alone (H1.43, H1.50).
final class Render {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private final Versions versions;
    private final InstantSource clock;

    Render(Versions versions, InstantSource clock) {
        this.versions = versions;
        this.clock = clock;
    }

    /// What a row of a Table carries besides its cells (H1.22).
    enum Include {
        NONE,
        METADATA,
        OBJECT
    }

    /// Made when the first YAML answer is wanted.
    private static final class Yaml {
        static final YAMLMapper MAPPER =
                new YAMLMapper(
                        YAMLFactory.builder()
                                .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
                                .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES)
                                .enable(YAMLGenerator.Feature.ALWAYS_QUOTE_NUMBERS_AS_STRINGS)
                                .build());

        private Yaml() {}
    }

    /// One stored object.
    byte[] object(StoredObject object, Kind kind, Form form, Include include) {
        if (form.shape() == Form.Shape.OBJECT && !form.yaml()) {
            return versions.json(object, kind, form);
        }
        return tree(versions.toRequest(object, kind), kind, form, include);
    }

    /// One object that may not be stored.
    byte[] tree(ObjectNode object, Kind kind, Form form, Include include) {
        return bytes(
                switch (form.shape()) {
                    case OBJECT -> object;
                    case METADATA -> metadata(object, form.version());
                    case TABLE -> tableOf(object, kind, form, include, true);
                    case METADATA_LIST ->
                            throw new ApiError(
                                    406,
                                    "NotAcceptable",
                                    "you requested PartialObjectMetadataList, but the requested"
                                            + " object is not a list ("
                                            + (kind.builtIn()
                                                    ? "*" + BodyIdentity.internalName(kind)
                                                    : "*unstructured.Unstructured")
                                            + ")",
                                    null);
                },
                form.yaml());
    }

    /// A tree as text.
    static byte[] bytes(JsonNode tree, boolean yaml) {
        if (!yaml) {
            return tree.toString().getBytes(StandardCharsets.UTF_8);
        }
        try {
            return Yaml.MAPPER.writeValueAsBytes(tree);
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException("a tree that cannot be written", impossible);
        }
    }

    /// `PartialObjectMetadata` of an object.
    static ObjectNode metadata(ObjectNode object, String version) {
        ObjectNode partial = NODES.objectNode();
        partial.put("kind", "PartialObjectMetadata").put("apiVersion", "meta.k8s.io/" + version);
        partial.set("metadata", object.path("metadata"));
        return partial;
    }

    /// A Table of one row.
    ObjectNode tableOf(
            ObjectNode object, Kind kind, Form form, Include include, boolean definitions) {
        ObjectNode table = table(kind, form, definitions);
        table.withObject("/metadata")
                .put("resourceVersion", object.path("metadata").path("resourceVersion").asText());
        row(table.withArray("/rows"), object, kind, form, include);
        return table;
    }

    /// A Table without rows.
    ObjectNode table(Kind kind, Form form, boolean definitions) {
        ObjectNode table = NODES.objectNode();
        table.put("kind", "Table").put("apiVersion", "meta.k8s.io/" + form.version());
        table.putObject("metadata");
        if (definitions) {
            ArrayNode columns = table.putArray("columnDefinitions");
            for (Column column : kind.columns()) {
                columns.addObject()
                        .put("name", column.name())
                        .put("type", column.type())
                        .put("format", column.format())
                        .put("description", column.description())
                        .put("priority", column.priority());
            }
        } else {
            table.putNull("columnDefinitions");
        }
        table.putArray("rows");
        return table;
    }

    /// Adds an object's row.
    void row(ArrayNode rows, ObjectNode object, Kind kind, Form form, Include include) {
        ObjectNode row = rows.addObject();
        ArrayNode cells = row.putArray("cells");
        for (Column column : kind.columns()) {
            JsonNode cell = column.cell().of(object, clock.instant());
            cells.add(cell == null ? NODES.nullNode() : cell);
        }
        var conditions = kind.rules().rowConditions(object);
        if (!conditions.isEmpty()) {
            ArrayNode list = row.putArray("conditions");
            for (KindRules.RowCondition condition : conditions) {
                list.addObject()
                        .put("type", condition.type())
                        .put("status", "True")
                        .put("reason", condition.reason())
                        .put("message", condition.message());
            }
        }
        row.set("object", included(object, form, include));
    }

    private static @Nullable JsonNode included(ObjectNode object, Form form, Include include) {
        return switch (include) {
            case NONE -> NODES.nullNode();
            case METADATA -> metadata(object, form.version());
            case OBJECT -> object;
        };
    }
}
