package dev.sluice.apiserver.rules;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.regex.Pattern;

/// Checks `env` and `envFrom` of a container.
final class EnvironmentCheck {
    private static final List<String> SOURCES =
            List.of(
                    "fieldRef",
                    "resourceFieldRef",
                    "configMapKeyRef",
                    "secretKeyRef",
                    "fileKeyRef");
    private static final List<String> FIELDS =
            List.of(
                    "metadata.name",
                    "metadata.namespace",
                    "metadata.uid",
                    "spec.nodeName",
                    "spec.serviceAccountName",
                    "status.hostIP",
                    "status.hostIPs",
                    "status.podIP",
                    "status.podIPs");
    private static final Pattern SUBSCRIPT =
            Pattern.compile("metadata\\.(labels|annotations)\\['.*'\\]");

    private EnvironmentCheck() {}

    static void check(JsonNode container, Path path, Complaints out) {
        int i = 0;
        for (JsonNode variable : container.path("env")) {
            variable(variable, path.child("env").index(i++), out);
        }
        i = 0;
        for (JsonNode source : container.path("envFrom")) {
            from(source, path.child("envFrom").index(i++), out);
        }
    }

    private static void variable(JsonNode variable, Path path, Complaints out) {
        String name = Json.text(variable, "name");
        if (name.isEmpty()) {
            out.required(path.child("name"), "");
        } else {
            out.invalid(path.child("name"), name, Names.environmentVariable(name));
        }
        if (variable.has("valueFrom")) {
            source(
                    variable.get("valueFrom"),
                    !Json.text(variable, "value").isEmpty(),
                    path.child("valueFrom"),
                    out);
        }
    }

    private static void source(JsonNode source, boolean hasValue, Path path, Complaints out) {
        long found = SOURCES.stream().filter(source::has).count();
        if (found == 0) {
            out.invalid(
                    path, "", "must specify one of: " + "`" + String.join("`, `", SOURCES) + "`");
        } else if (hasValue) {
            out.invalid(path, "", "may not be specified when `value` is not empty");
        } else if (found > 1) {
            out.invalid(path, "", "may not have more than one field specified at a time");
        }
        if (source.has("fieldRef")) {
            field(source.get("fieldRef"), path.child("fieldRef"), out);
        }
        if (source.has("resourceFieldRef")
                && Json.text(source.get("resourceFieldRef"), "resource").isEmpty()) {
            out.required(path.child("resourceFieldRef", "resource"), "");
        }
        key(source, "configMapKeyRef", path, out);
        key(source, "secretKeyRef", path, out);
    }

    private static void field(JsonNode reference, Path path, Complaints out) {
        String version = Json.text(reference, "apiVersion");
        String field = Json.text(reference, "fieldPath");
        if (version.isEmpty()) {
            out.required(path.child("apiVersion"), "");
        } else if (field.isEmpty()) {
            out.required(path.child("fieldPath"), "");
        } else if (!FIELDS.contains(field) && !SUBSCRIPT.matcher(field).matches()) {
            out.unsupported(path.child("fieldPath"), field, FIELDS);
        }
    }

    private static void key(JsonNode source, String sort, Path path, Complaints out) {
        if (!source.has(sort)) {
            return;
        }
        JsonNode reference = source.get(sort);
        Path here = path.child(sort);
        if (Json.text(reference, "name").isEmpty()) {
            out.required(here.child("name"), "");
        }
        String key = Json.text(reference, "key");
        if (key.isEmpty()) {
            out.required(here.child("key"), "");
        } else {
            out.invalid(here.child("key"), key, Names.configKey(key));
        }
    }

    private static void from(JsonNode source, Path path, Complaints out) {
        String prefix = Json.text(source, "prefix");
        if (!prefix.isEmpty()) {
            out.invalid(path.child("prefix"), prefix, Names.environmentVariable(prefix));
        }
        int found = 0;
        for (String sort : List.of("configMapRef", "secretRef")) {
            if (source.has(sort)) {
                found++;
                if (Json.text(source.get(sort), "name").isEmpty()) {
                    out.required(path.child(sort, "name"), "");
                }
            }
        }
        if (found == 0) {
            out.invalid(path, "", "must specify one of: `configMapRef` or `secretRef`");
        } else if (found > 1) {
            out.invalid(path, "", "may not have more than one field specified at a time");
        }
    }
}
