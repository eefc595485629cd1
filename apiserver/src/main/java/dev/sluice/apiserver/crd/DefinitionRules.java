package dev.sluice.apiserver.crd;

import static dev.sluice.apiserver.crd.Complaints.invalid;
import static dev.sluice.apiserver.crd.Complaints.quote;
import static dev.sluice.apiserver.crd.Complaints.required;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.error.Cause;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What a CustomResourceDefinition must look like and what is filled in (H4.1, H4.10, H4.51).
public final class DefinitionRules {
    /// Holds a definition until its objects are gone (H4.52).
    public static final String FINALIZER = "customresourcecleanup.apiextensions.k8s.io";

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
        DefinitionNames.check(definition, causes);
        checkSpec(definition, null, causes);
        checkStoredVersions(definition, causes);
        return causes;
    }

    /// @return the complaints about a changed definition
    public List<Cause> validateUpdate(ObjectNode definition, ObjectNode old) {
        List<Cause> causes = new ArrayList<>();
        DefinitionNames.check(definition, causes);
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
        DefinitionVersions.check(spec.path("versions"), old, causes);
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
}
