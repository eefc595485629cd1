package dev.sluice.apiserver.crd;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.cel.Rules;
import dev.sluice.apiserver.kind.Kind;
import dev.sluice.apiserver.kind.KindRules;
import dev.sluice.apiserver.kind.VersionOrder;
import dev.sluice.apiserver.schema.Pruning;
import dev.sluice.apiserver.schema.Schema;
import dev.sluice.apiserver.schema.SchemaReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Turns the served versions of a CustomResourceDefinition into [Kind]s.
final class CustomKind {
    private static final Schema TEXT = SchemaReader.read(text());

    private final Schema objectMeta;
    private final Pruning.Metadata metadata;

    /// @param objectMeta the schema of `metadata`
    /// @param metadata brings metadata into shape
    CustomKind(Schema objectMeta, Pruning.Metadata metadata) {
        this.objectMeta = objectMeta;
        this.metadata = metadata;
    }

    private static JsonNode text() {
        return JsonNodeFactory.instance.objectNode().put("type", "string");
    }

    /// @param definition an accepted one
    /// @param names its `status.acceptedNames`
    /// @param since the revision at which it came to have its schemas
    List<Kind> versions(ObjectNode definition, JsonNode names, long since) {
        JsonNode spec = definition.path("spec");
        boolean terminating = definition.path("metadata").has("deletionTimestamp");
        List<Kind> kinds = new ArrayList<>();
        for (JsonNode version : spec.path("versions")) {
            if (version.path("served").asBoolean()) {
                kinds.add(version(spec, names, version, terminating, since));
            }
        }
        return List.copyOf(kinds);
    }

    private Kind version(
            JsonNode spec, JsonNode names, JsonNode version, boolean terminating, long since) {
        Schema schema = SchemaReader.read(version.path("schema").path("openAPIV3Schema"));
        return new Kind(
                spec.path("group").asText(),
                version.path("name").asText(),
                names.path("kind").asText(),
                names.path("plural").asText(),
                names.path("singular").asText(),
                words(names.path("shortNames")),
                words(names.path("categories")),
                spec.path("scope").asText().equals("Namespaced"),
                false,
                whole(schema),
                CustomRules.subresources(version),
                new CustomRules(
                        schema,
                        Rules.of(schema),
                        metadata,
                        deprecation(spec, names, version),
                        scale(version.path("subresources").path("scale")),
                        terminating,
                        since),
                PrinterColumns.of(version.path("additionalPrinterColumns")),
                selectable(version.path("selectableFields")),
                version.path("storage").asBoolean());
    }

    /// The schema with what every object has.
    private Schema whole(Schema schema) {
        Map<String, Schema> properties = new LinkedHashMap<>();
        properties.put("apiVersion", TEXT);
        properties.put("kind", TEXT);
        properties.putAll(schema.properties());
        properties.put("metadata", objectMeta);
        return schema.withProperties(properties);
    }

    private static String deprecation(JsonNode spec, JsonNode names, JsonNode version) {
        if (!version.path("deprecated").asBoolean()) {
            return "";
        }
        String given = version.path("deprecationWarning").asText("");
        if (!given.isEmpty()) {
            return given;
        }
        String group = spec.path("group").asText();
        String kind = names.path("kind").asText();
        String old = group + "/" + version.path("name").asText() + " " + kind + " is deprecated";
        String better = preferred(spec.path("versions"));
        return better == null ? old : old + "; use " + group + "/" + better + " " + kind;
    }

    /// The best served version that is not deprecated.
    private static @Nullable String preferred(JsonNode versions) {
        List<String> good = new ArrayList<>();
        for (JsonNode version : versions) {
            if (version.path("served").asBoolean() && !version.path("deprecated").asBoolean()) {
                good.add(version.path("name").asText());
            }
        }
        good.sort(VersionOrder.PREFERRED_FIRST);
        return good.isEmpty() ? null : good.getFirst();
    }

    private static KindRules.@Nullable ScalePaths scale(JsonNode scale) {
        return scale.isObject()
                ? new KindRules.ScalePaths(
                        plain(scale.path("specReplicasPath")),
                        plain(scale.path("statusReplicasPath")),
                        plain(scale.path("labelSelectorPath")))
                : null;
    }

    private static Set<String> selectable(JsonNode fields) {
        Set<String> paths = new LinkedHashSet<>();
        fields.forEach(field -> paths.add(plain(field.path("jsonPath"))));
        return paths;
    }

    private static String plain(JsonNode path) {
        String text = path.asText("");
        return text.startsWith(".") ? text.substring(1) : text;
    }

    private static List<String> words(JsonNode list) {
        List<String> words = new ArrayList<>();
        list.forEach(word -> words.add(word.asText()));
        return List.copyOf(words);
    }
}
