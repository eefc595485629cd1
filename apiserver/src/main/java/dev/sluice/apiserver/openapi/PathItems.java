package dev.sluice.apiserver.openapi;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.kind.Kind;
import java.util.List;
import java.util.Locale;

/// Writes the operations of one kind (H1.31): enough for clients to see which verbs there are, which kind they concern,
/// which parameters they take and which patches.
final class PathItems {
    private static final List<String> WRITING =
            List.of("dryRun", "fieldManager", "fieldValidation");
    private static final List<String> DELETING =
            List.of(
                    "dryRun",
                    "gracePeriodSeconds",
                    "ignoreStoreReadErrorWithClusterBreakingPotential",
                    "orphanDependents",
                    "propagationPolicy");
    private static final List<String> LISTING =
            List.of(
                    "allowWatchBookmarks",
                    "continue",
                    "fieldSelector",
                    "labelSelector",
                    "limit",
                    "resourceVersion",
                    "resourceVersionMatch",
                    "sendInitialEvents",
                    "timeoutSeconds",
                    "watch");

    private final Kind kind;
    private final String component;
    private final ObjectNode paths;

    /// @param component name of the kind's schema
    PathItems(Kind kind, String component, ObjectNode paths) {
        this.kind = kind;
        this.component = component;
        this.paths = paths;
    }

    void write() {
        String root = kind.group().isEmpty() ? "/api/v1/" : "/apis/" + kind.apiVersion() + "/";
        String base = root + (kind.namespaced() ? "namespaces/{namespace}/" : "") + kind.plural();
        List<String> verbs = kind.rules().verbs();
        ObjectNode collection = paths.putObject(base);
        if (verbs.contains("list")) {
            operation(collection, "get", "list", LISTING, List.of());
        }
        operation(collection, "post", "post", WRITING, List.of("*/*"));
        if (verbs.contains("deletecollection")) {
            operation(collection, "delete", "deletecollection", DELETING, List.of());
        }
        if (!verbs.contains("get")) {
            return;
        }
        object(paths.putObject(base + "/{name}"));
        for (Kind.Subresource subresource : kind.subresources()) {
            if (subresource == Kind.Subresource.STATUS || subresource == Kind.Subresource.SCALE) {
                ObjectNode item =
                        paths.putObject(
                                base + "/{name}/" + subresource.name().toLowerCase(Locale.ROOT));
                operation(item, "get", "get", List.of(), List.of());
                operation(item, "put", "put", WRITING, List.of("*/*"));
                patch(item);
            }
        }
        if (kind.namespaced()) {
            operation(paths.putObject(root + kind.plural()), "get", "list", LISTING, List.of());
        }
    }

    private void object(ObjectNode item) {
        operation(item, "get", "get", List.of(), List.of());
        operation(item, "put", "put", WRITING, List.of("*/*"));
        patch(item);
        operation(item, "delete", "delete", DELETING, List.of());
    }

    private void patch(ObjectNode item) {
        List<String> types =
                kind.builtIn()
                        ? List.of(
                                "application/apply-patch+yaml",
                                "application/json-patch+json",
                                "application/merge-patch+json",
                                "application/strategic-merge-patch+json")
                        : List.of(
                                "application/apply-patch+yaml",
                                "application/json-patch+json",
                                "application/merge-patch+json");
        List<String> parameters = List.of("dryRun", "fieldManager", "fieldValidation", "force");
        operation(item, "patch", "patch", parameters, types);
    }

    private void operation(
            ObjectNode item,
            String method,
            String action,
            List<String> parameters,
            List<String> bodies) {
        ObjectNode operation = item.putObject(method);
        operation.put("x-kubernetes-action", action);
        operation
                .putObject("x-kubernetes-group-version-kind")
                .put("group", kind.group())
                .put("kind", kind.kind())
                .put("version", kind.version());
        ArrayNode list = operation.putArray("parameters");
        for (String parameter : parameters) {
            ObjectNode node = list.addObject().put("name", parameter).put("in", "query");
            node.putObject("schema").put("type", "string").put("uniqueItems", true);
        }
        if (!bodies.isEmpty()) {
            ObjectNode content = operation.putObject("requestBody").putObject("content");
            for (String type : bodies) {
                content.putObject(type)
                        .set(
                                "schema",
                                method.equals("patch")
                                        ? content.objectNode().put("type", "object")
                                        : TypeComponents.reference(component));
            }
        }
        ObjectNode answers = operation.putObject("responses");
        ObjectNode ok = answers.putObject(method.equals("post") ? "201" : "200");
        ok.put("description", "OK");
        ok.putObject("content")
                .putObject("application/json")
                .set("schema", TypeComponents.reference(component));
    }
}
