package dev.sluice.apiserver.discovery;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.kind.Kind;
import dev.sluice.apiserver.kind.KindRegistry;
import java.util.List;

/// The old discovery documents (H1.12).
final class LegacyDiscovery {
    private LegacyDiscovery() {}

    /// `/api`.
    static ObjectNode versions() {
        ObjectNode document = JsonNodeFactory.instance.objectNode();
        document.put("kind", "APIVersions");
        document.putArray("versions").add("v1");
        document.putArray("serverAddressByClientCIDRs")
                .addObject()
                .put("clientCIDR", "0.0.0.0/0")
                .put("serverAddress", "127.0.0.1");
        return document;
    }

    /// `/apis`.
    static ObjectNode groups(KindRegistry.View view) {
        ObjectNode document = JsonNodeFactory.instance.objectNode();
        document.put("kind", "APIGroupList").put("apiVersion", "v1");
        ArrayNode groups = document.putArray("groups");
        for (String group : view.groups()) {
            if (!group.isEmpty()) {
                describe(view, group, groups.addObject());
            }
        }
        return document;
    }

    /// `/apis/{group}`.
    static ObjectNode group(KindRegistry.View view, String group) {
        ObjectNode document = JsonNodeFactory.instance.objectNode();
        document.put("kind", "APIGroup").put("apiVersion", "v1");
        describe(view, group, document);
        return document;
    }

    private static void describe(KindRegistry.View view, String group, ObjectNode document) {
        document.put("name", group);
        ArrayNode versions = document.putArray("versions");
        for (String version : view.versions(group)) {
            named(group, version, versions.addObject());
        }
        named(group, view.versions(group).getFirst(), document.putObject("preferredVersion"));
    }

    private static void named(String group, String version, ObjectNode out) {
        out.put("groupVersion", group + "/" + version).put("version", version);
    }

    /// `/api/v1`, `/apis/{group}/{version}`.
    static ObjectNode resources(KindRegistry.View view, String group, String version) {
        ObjectNode document = JsonNodeFactory.instance.objectNode();
        document.put("kind", "APIResourceList");
        if (!group.isEmpty()) {
            document.put("apiVersion", "v1");
        }
        document.put("groupVersion", group.isEmpty() ? version : group + "/" + version);
        ArrayNode resources = document.putArray("resources");
        for (Kind kind : view.kinds(group, version)) {
            describe(kind, resources.addObject());
            List<Kind.Subresource> subresources =
                    kind.subresources().stream().sorted(ServedVerbs.order(kind)).toList();
            for (Kind.Subresource subresource : subresources) {
                describe(kind, subresource, resources.addObject());
            }
        }
        return document;
    }

    private static void describe(Kind kind, ObjectNode out) {
        out.put("name", kind.plural())
                .put("singularName", kind.singular())
                .put("namespaced", kind.namespaced())
                .put("kind", kind.kind());
        ServedVerbs.of(kind).forEach(out.putArray("verbs")::add);
        if (!kind.shortNames().isEmpty()) {
            kind.shortNames().forEach(out.putArray("shortNames")::add);
        }
        if (!kind.categories().isEmpty()) {
            kind.categories().forEach(out.putArray("categories")::add);
        }
    }

    private static void describe(Kind kind, Kind.Subresource subresource, ObjectNode out) {
        List<String> spoken = ServedVerbs.speaks(kind, subresource);
        out.put("name", kind.plural() + "/" + ServedVerbs.name(subresource))
                .put("singularName", "")
                .put("namespaced", kind.namespaced());
        if (!spoken.get(1).isEmpty()) {
            out.put("group", spoken.get(0)).put("version", spoken.get(1));
        }
        out.put("kind", spoken.get(2));
        ServedVerbs.of(subresource).forEach(out.putArray("verbs")::add);
    }
}
