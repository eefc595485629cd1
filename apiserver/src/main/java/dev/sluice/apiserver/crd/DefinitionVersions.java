package dev.sluice.apiserver.crd;

import static dev.sluice.apiserver.crd.Complaints.invalid;
import static dev.sluice.apiserver.crd.Complaints.quote;
import static dev.sluice.apiserver.crd.Complaints.required;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.cel.Rules;
import dev.sluice.apiserver.error.Cause;
import dev.sluice.apiserver.schema.SchemaReader;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What the versions of a definition must look like: their names, schemas, selectable fields and columns (H4.10).
final class DefinitionVersions {
    private DefinitionVersions() {}

    static void check(JsonNode versions, @Nullable ObjectNode old, List<Cause> causes) {
        int storage = 0;
        Set<String> names = new HashSet<>();
        boolean unique = true;
        for (int i = 0; i < versions.size(); i++) {
            JsonNode version = versions.get(i);
            String path = "spec.versions[" + i + "]";
            String name = version.path("name").asText("");
            DefinitionNames.checkLabel(name, path + ".name", causes);
            unique &= names.add(name);
            storage += version.path("storage").asBoolean() ? 1 : 0;
            checkSelectableFields(version.path("selectableFields"), path, causes);
            checkColumns(version.path("additionalPrinterColumns"), path, causes);
        }
        if (!unique) {
            causes.add(
                    invalid("spec.versions", print(versions), "must contain unique version names"));
        }
        if (storage != 1) {
            causes.add(
                    invalid(
                            "spec.versions",
                            print(versions),
                            "must have exactly one version marked as storage version"));
        }
        checkSchemas(versions, old, causes);
    }

    /// When all versions have the same schema, complaints name the place where it stood in the first version of this
    /// API; clients know it by that.
    private static void checkSchemas(
            JsonNode versions, @Nullable ObjectNode old, List<Cause> causes) {
        Set<JsonNode> schemas = new HashSet<>();
        versions.forEach(version -> schemas.add(version.path("schema")));
        boolean isShared = schemas.size() == 1;
        for (int i = 0; i < versions.size(); i++) {
            String at = "spec.versions[" + i + "].schema.openAPIV3Schema";
            JsonNode schema = versions.get(i).path("schema").path("openAPIV3Schema");
            if (!schema.isObject()) {
                causes.add(new Cause("FieldValueRequired", at, "Required value"));
            } else if ((i == 0 || !isShared) && !isUnchanged(schema, versions.get(i), old)) {
                checkSchema(schema, isShared ? "spec.validation.openAPIV3Schema" : at, causes);
            }
        }
    }

    private static boolean isUnchanged(
            JsonNode schema, JsonNode version, @Nullable ObjectNode old) {
        if (old == null) {
            return false;
        }
        for (JsonNode before : old.path("spec").path("versions")) {
            if (before.path("name").equals(version.path("name"))) {
                return before.path("schema").path("openAPIV3Schema").equals(schema);
            }
        }
        return false;
    }

    private static void checkSchema(JsonNode schema, String path, List<Cause> causes) {
        List<Cause> structural = StructuralSchema.check(schema, path);
        causes.addAll(
                structural.isEmpty()
                        ? Rules.of(SchemaReader.read(schema)).compile(path)
                        : structural);
    }

    private static void checkSelectableFields(JsonNode fields, String path, List<Cause> causes) {
        int max = 8;
        if (fields.size() > max) {
            causes.add(
                    new Cause(
                            "FieldValueTooMany",
                            path + ".selectableFields",
                            "Too many: "
                                    + fields.size()
                                    + ": must have at most "
                                    + max
                                    + " items"));
        }
    }

    private static void checkColumns(JsonNode columns, String path, List<Cause> causes) {
        for (int i = 0; i < columns.size(); i++) {
            String at = path + ".additionalPrinterColumns[" + i + "]";
            JsonNode column = columns.get(i);
            for (String field : List.of("name", "type", "jsonPath")) {
                if (column.path(field).asText("").isEmpty()) {
                    causes.add(required(at + "." + field, ""));
                }
            }
            String type = column.path("type").asText("");
            List<String> types = List.of("boolean", "date", "integer", "number", "string");
            if (!type.isEmpty() && !types.contains(type)) {
                causes.add(
                        invalid(
                                at + ".type",
                                quote(type),
                                "must be one of " + String.join(",", types)));
            }
            String jsonPath = column.path("jsonPath").asText("");
            try {
                JsonPath.parse(jsonPath);
            } catch (IllegalArgumentException e) {
                causes.add(
                        invalid(at + ".jsonPath", quote(jsonPath), String.valueOf(e.getMessage())));
            }
        }
    }

    /// The versions as the reference prints them: without their schemas.
    private static String print(JsonNode versions) {
        StringBuilder out = new StringBuilder("[");
        for (JsonNode version : versions) {
            out.append(out.length() > 1 ? "," : "")
                    .append("{\"Name\":")
                    .append(version.path("name"))
                    .append(",\"Served\":")
                    .append(version.path("served").asBoolean())
                    .append(",\"Storage\":")
                    .append(version.path("storage").asBoolean())
                    .append(",\"Deprecated\":")
                    .append(version.path("deprecated").asBoolean())
                    .append(",\"DeprecationWarning\":")
                    .append(
                            version.has("deprecationWarning")
                                    ? version.get("deprecationWarning")
                                    : "null")
                    .append(
                            ",\"Schema\":null,\"Subresources\":null,\"AdditionalPrinterColumns\":null,")
                    .append("\"SelectableFields\":null}");
        }
        return out.append(']').toString();
    }
}
