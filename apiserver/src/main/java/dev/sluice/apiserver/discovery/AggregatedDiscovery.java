package dev.sluice.apiserver.discovery;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.kind.Kind;
import dev.sluice.apiserver.kind.KindRegistry;
import java.util.List;

/// The one document that says it all (H1.13).
final class AggregatedDiscovery {
    private AggregatedDiscovery() {}

    /// @param core true for `/api`, false for `/apis`
    /// @param apiVersion of the document: `v2`, `v2beta1`
    static ObjectNode list(KindRegistry.View view, boolean core, String apiVersion) {
        ObjectNode document = JsonNodeFactory.instance.objectNode();
        document.put("kind", "APIGroupDiscoveryList")
                .put("apiVersion", "apidiscovery.k8s.io/" + apiVersion);
        document.putObject("metadata");
        ArrayNode items = document.putArray("items");
        for (String group : view.groups()) {
            if (group.isEmpty() == core) {
                describe(view, group, items.addObject());
            }
        }
        return document;
    }

    private static void describe(KindRegistry.View view, String group, ObjectNode out) {
        ObjectNode metadata = out.putObject("metadata");
        if (!group.isEmpty()) {
            metadata.put("name", group);
        }
        ArrayNode versions = out.putArray("versions");
        for (String version : view.versions(group)) {
            ObjectNode described = versions.addObject();
            described.put("version", version);
            ArrayNode resources = described.putArray("resources");
            for (Kind kind : view.kinds(group, version)) {
                describe(kind, resources.addObject());
            }
            described.put("freshness", "Current");
        }
    }

    private static void describe(Kind kind, ObjectNode out) {
        // built-in kinds leave group and version of their own kind out, custom ones do not
        boolean named = !kind.builtIn();
        out.put("resource", kind.plural());
        responseKind(out, named ? kind.group() : "", named ? kind.version() : "", kind.kind());
        out.put("scope", kind.namespaced() ? "Namespaced" : "Cluster")
                .put("singularResource", kind.singular());
        ServedVerbs.of(kind).forEach(out.putArray("verbs")::add);
        if (!kind.shortNames().isEmpty()) {
            kind.shortNames().forEach(out.putArray("shortNames")::add);
        }
        if (!kind.categories().isEmpty()) {
            kind.categories().forEach(out.putArray("categories")::add);
        }
        if (!kind.subresources().isEmpty()) {
            ArrayNode subresources = out.putArray("subresources");
            kind.subresources().stream()
                    .sorted(ServedVerbs.order(kind))
                    .forEach(s -> describe(kind, s, named, subresources.addObject()));
        }
    }

    private static void describe(
            Kind kind, Kind.Subresource subresource, boolean named, ObjectNode out) {
        List<String> spoken = ServedVerbs.speaks(kind, subresource);
        boolean own = spoken.get(1).isEmpty();
        out.put("subresource", ServedVerbs.name(subresource));
        responseKind(
                out,
                own && named ? kind.group() : spoken.get(0),
                own && named ? kind.version() : spoken.get(1),
                spoken.get(2));
        ServedVerbs.of(subresource).forEach(out.putArray("verbs")::add);
    }

    private static void responseKind(ObjectNode out, String group, String version, String kind) {
        out.putObject("responseKind").put("group", group).put("version", version).put("kind", kind);
    }
}
