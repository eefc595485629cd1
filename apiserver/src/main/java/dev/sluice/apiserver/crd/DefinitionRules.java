package dev.sluice.apiserver.crd;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.sluice.apiserver.cel.Rules;
import dev.sluice.apiserver.error.Cause;
import dev.sluice.apiserver.schema.SchemaReader;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// What a CustomResourceDefinition must look like and what is filled in (H4.1, H4.10, H4.51).
public final class DefinitionRules {
    /// Holds a definition until its objects are gone (H4.52).
    public static final String FINALIZER = "customresourcecleanup.apiextensions.k8s.io";

    private static final Pattern DNS_1035 = Pattern.compile("[a-z]([-a-z0-9]{0,61}[a-z0-9])?");
    private static final Pattern SUBDOMAIN =
            Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*");
    private static final String DNS_1035_TEXT =
            "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic"
                    + " character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for"
                    + " validation is '[a-z]([-a-z0-9]*[a-z0-9])?')";

    /// Fills in names and the conversion strategy.
    public void applyDefaults(ObjectNode definition) {
        if (!(definition.path("spec") instanceof ObjectNode spec)) {
            return;
        }
        if (spec.path("names") instanceof ObjectNode names) {
            String kind = names.path("kind").asText("");
            if (!kind.isEmpty()) {
                if (names.path("singular").asText("").isEmpty()) {
                    names.put("singular", kind.toLowerCase(Locale.ROOT));
                }
                if (names.path("listKind").asText("").isEmpty()) {
                    names.put("listKind", kind + "List");
                }
            }
        }
        if (!spec.path("conversion").isObject()) {
            spec.putObject("conversion").put("strategy", "None");
        }
    }

    /// A new definition has no names yet and stores one version.
    public void prepareForCreate(ObjectNode definition) {
        ObjectNode status = definition.putObject("status");
        status.putObject("acceptedNames").put("kind", "").put("plural", "");
        status.putNull("conditions");
        ArrayNode stored = status.putArray("storedVersions");
        String storage = storageVersion(definition);
        if (storage != null) {
            stored.add(storage);
        } else {
            status.putNull("storedVersions");
        }
    }

    /// A definition that is about to be marked as being deleted keeps until its objects are gone.
    public void prepareForDelete(ObjectNode definition, Instant now) {
        ArrayNode finalizers =
                definition.withObjectProperty("metadata").withArrayProperty("finalizers");
        for (JsonNode finalizer : finalizers) {
            if (finalizer.asText().equals(FINALIZER)) {
                return;
            }
        }
        finalizers.add(FINALIZER);
        DefinitionStatus.markTerminating(definition, now);
    }

    /// The status stays, but a new storage version is added to the stored ones (H4.31).
    public void prepareForUpdate(ObjectNode definition, ObjectNode old) {
        JsonNode status = old.path("status");
        if (!status.isObject()) {
            return;
        }
        ObjectNode kept = status.deepCopy();
        definition.set("status", kept);
        String storage = storageVersion(definition);
        ArrayNode stored = kept.withArrayProperty("storedVersions");
        for (JsonNode version : stored) {
            if (version.asText().equals(storage)) {
                return;
            }
        }
        if (storage != null) {
            stored.add(storage);
        }
    }

    private static @Nullable String storageVersion(JsonNode definition) {
        for (JsonNode version : definition.path("spec").path("versions")) {
            if (version.path("storage").asBoolean()) {
                return version.path("name").asText();
            }
        }
        return null;
    }

    /// @return the complaints about a new definition
    public List<Cause> validateCreate(ObjectNode definition) {
        List<Cause> causes = new ArrayList<>();
        checkNames(definition, causes);
        checkSpec(definition, null, causes);
        checkStoredVersions(definition, causes);
        return causes;
    }

    /// @return the complaints about a changed definition
    public List<Cause> validateUpdate(ObjectNode definition, ObjectNode old) {
        List<Cause> causes = new ArrayList<>();
        checkNames(definition, causes);
        checkSpec(definition, old, causes);
        checkImmutable(definition, old, causes);
        checkStoredVersions(definition, causes);
        return causes;
    }

    private static void checkImmutable(ObjectNode definition, ObjectNode old, List<Cause> causes) {
        if (!DefinitionStatus.isEstablished(old.path("status"))) {
            return;
        }
        List<List<String>> fixed =
                List.of(List.of("group"), List.of("scope"), List.of("names", "kind"));
        List<List<String>> all = new ArrayList<>(fixed);
        all.add(List.of("names", "plural"));
        for (List<String> path : all) {
            JsonNode now = definition.path("spec");
            JsonNode before = old.path("spec");
            for (String name : path) {
                now = now.path(name);
                before = before.path(name);
            }
            if (!now.equals(before)) {
                causes.add(
                        invalid(
                                "spec." + String.join(".", path),
                                now.toString(),
                                "field is immutable"));
            }
        }
    }

    // --- names
    // -----------------------------------------------------------------------------------------------------

    private static void checkNames(ObjectNode definition, List<Cause> causes) {
        JsonNode spec = definition.path("spec");
        JsonNode names = spec.path("names");
        String group = spec.path("group").asText("");
        String plural = names.path("plural").asText("");
        String name = definition.path("metadata").path("name").asText("");
        if (!name.equals(plural + "." + group)) {
            causes.add(
                    invalid(
                            "metadata.name",
                            quote(name),
                            "must be spec.names.plural+\".\"+spec.group"));
        }
        if (Groups.isProtected(group) && Groups.approval(definition).isEmpty()) {
            causes.add(
                    required(
                            "metadata.annotations[" + Groups.ANNOTATION + "]",
                            "protected groups must have approval annotation \""
                                    + Groups.ANNOTATION
                                    + "\", see https://github.com/kubernetes/enhancements/pull/1111"));
        }
        checkGroup(group, causes);
        checkName(names, "plural", causes);
        checkName(names, "singular", causes);
        checkKind(names, "kind", causes);
        checkKind(names, "listKind", causes);
        int index = 0;
        for (JsonNode shortName : names.path("shortNames")) {
            checkLabel(shortName.asText(), "spec.names.shortNames[" + index++ + "]", causes);
        }
        index = 0;
        for (JsonNode category : names.path("categories")) {
            checkLabel(category.asText(), "spec.names.categories[" + index++ + "]", causes);
        }
        if (!names.path("kind").asText("").isEmpty()
                && names.path("kind").equals(names.path("listKind"))) {
            causes.add(
                    invalid(
                            "spec.names.listKind",
                            names.path("listKind").toString(),
                            "kind and listKind may not be the same"));
        }
    }

    private static void checkGroup(String group, List<Cause> causes) {
        if (group.isEmpty()) {
            causes.add(required("spec.group", ""));
        } else if (!SUBDOMAIN.matcher(group).matches()) {
            causes.add(
                    invalid("spec.group", quote(group), "must be a lowercase RFC 1123 subdomain"));
        } else if (!group.contains(".")) {
            causes.add(
                    invalid(
                            "spec.group",
                            quote(group),
                            "should be a domain with at least one dot"));
        }
    }

    private static void checkName(JsonNode names, String field, List<Cause> causes) {
        String value = names.path(field).asText("");
        if (value.isEmpty()) {
            causes.add(required("spec.names." + field, ""));
        } else {
            checkLabel(value, "spec.names." + field, causes);
        }
    }

    private static void checkLabel(String value, String path, List<Cause> causes) {
        if (!DNS_1035.matcher(value).matches()) {
            causes.add(invalid(path, quote(value), DNS_1035_TEXT));
        }
    }

    private static void checkKind(JsonNode names, String field, List<Cause> causes) {
        String value = names.path(field).asText("");
        String path = "spec.names." + field;
        if (value.isEmpty()) {
            causes.add(required(path, ""));
        } else if (!DNS_1035.matcher(value.toLowerCase(Locale.ROOT)).matches()) {
            causes.add(
                    invalid(
                            path,
                            quote(value),
                            "may have mixed case, but should otherwise match: " + DNS_1035_TEXT));
        }
    }

    // --- spec
    // ------------------------------------------------------------------------------------------------------

    private void checkSpec(ObjectNode definition, @Nullable ObjectNode old, List<Cause> causes) {
        JsonNode spec = definition.path("spec");
        String scope = spec.path("scope").asText("");
        if (scope.isEmpty()) {
            causes.add(required("spec.scope", ""));
        } else if (!Set.of("Cluster", "Namespaced").contains(scope)) {
            causes.add(
                    new Cause(
                            "FieldValueNotSupported",
                            "spec.scope",
                            "Unsupported value: "
                                    + quote(scope)
                                    + ": supported values: \"Cluster\", \"Namespaced\""));
        }
        if (spec.path("preserveUnknownFields").asBoolean()) {
            causes.add(
                    invalid(
                            "spec.preserveUnknownFields",
                            "true",
                            "cannot set to true, set x-kubernetes-preserve-unknown-fields to true in"
                                    + " spec.versions[*].schema instead"));
        }
        checkConversion(spec.path("conversion"), causes);
        checkVersions(spec.path("versions"), old, causes);
    }

    private static void checkConversion(JsonNode conversion, List<Cause> causes) {
        String strategy = conversion.path("strategy").asText("");
        if (!Set.of("None", "Webhook").contains(strategy)) {
            causes.add(
                    new Cause(
                            "FieldValueNotSupported",
                            "spec.conversion.strategy",
                            "Unsupported value: "
                                    + quote(strategy)
                                    + ": supported values: \"None\", \"Webhook\""));
        }
        JsonNode webhook = conversion.path("webhook");
        if (strategy.equals("Webhook")) {
            if (!webhook.path("clientConfig").isObject()) {
                causes.add(
                        required(
                                "spec.conversion.webhookClientConfig",
                                "required when strategy is set to Webhook"));
            }
            if (webhook.path("conversionReviewVersions").isEmpty()) {
                causes.add(required("spec.conversion.conversionReviewVersions", ""));
            }
        } else if (webhook.isObject()) {
            causes.add(
                    new Cause(
                            "FieldValueForbidden",
                            "spec.conversion.webhookClientConfig",
                            "Forbidden: should not be set when strategy is not set to Webhook"));
        }
    }

    private void checkVersions(JsonNode versions, @Nullable ObjectNode old, List<Cause> causes) {
        int storage = 0;
        Set<String> names = new HashSet<>();
        boolean unique = true;
        for (int i = 0; i < versions.size(); i++) {
            JsonNode version = versions.get(i);
            String path = "spec.versions[" + i + "]";
            String name = version.path("name").asText("");
            checkLabel(name, path + ".name", causes);
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
    private void checkSchemas(JsonNode versions, @Nullable ObjectNode old, List<Cause> causes) {
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

    private void checkSchema(JsonNode schema, String path, List<Cause> causes) {
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

    // --- stored versions
    // -------------------------------------------------------------------------------------------

    /// Complaints about a changed status.
    public void checkStatus(ObjectNode definition, List<Cause> causes) {
        checkStoredVersions(definition, causes);
    }

    private static void checkStoredVersions(ObjectNode definition, List<Cause> causes) {
        JsonNode stored = definition.path("status").path("storedVersions");
        JsonNode versions = definition.path("spec").path("versions");
        if (stored.isEmpty()) {
            causes.add(
                    invalid(
                            "status.storedVersions",
                            stored.isNull() || stored.isMissingNode() ? "null" : "[]",
                            "must have at least one stored version"));
            return;
        }
        Set<String> known = new HashSet<>();
        stored.forEach(version -> known.add(version.asText()));
        Set<String> declared = new HashSet<>();
        for (JsonNode version : versions) {
            String name = version.path("name").asText();
            declared.add(name);
            if (version.path("storage").asBoolean() && !known.contains(name)) {
                causes.add(
                        invalid(
                                "status.storedVersions",
                                stored.toString(),
                                "must have the storage version " + name));
            }
        }
        for (int i = 0; i < stored.size(); i++) {
            String name = stored.get(i).asText();
            if (!declared.contains(name)) {
                causes.add(
                        invalid(
                                "status.storedVersions[" + i + "]",
                                quote(name),
                                "missing from spec.versions; "
                                        + name
                                        + " was previously a storage version, and must remain in spec.versions until a"
                                        + " storage migration ensures no data remains persisted in "
                                        + name
                                        + " and removes "
                                        + name
                                        + " from status.storedVersions"));
            }
        }
    }

    // --- complaints
    // ------------------------------------------------------------------------------------------------

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

    private static String quote(String text) {
        return TextNode.valueOf(text).toString();
    }

    private static Cause invalid(String path, String value, String why) {
        return new Cause("FieldValueInvalid", path, "Invalid value: " + value + ": " + why);
    }

    private static Cause required(String path, String why) {
        return new Cause(
                "FieldValueRequired",
                path,
                why.isEmpty() ? "Required value" : "Required value: " + why);
    }
}
