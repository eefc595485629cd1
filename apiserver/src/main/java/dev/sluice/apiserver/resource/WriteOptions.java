package dev.sluice.apiserver.resource;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.apply.Author;
import dev.sluice.apiserver.error.ApiError;
import dev.sluice.apiserver.error.Cause;
import dev.sluice.apiserver.http.ApiRequest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// The parameters of a create, update or patch (H1.23), checked.
///
/// @param force of a server-side apply
/// @param given the parameters `fieldManager` and `fieldValidation` as they came, empty when they did not
record WriteOptions(
        boolean dryRun,
        Body.FieldValidation validation,
        boolean force,
        Author author,
        Given given) {
    private static final int MANAGER_MAX = 128;

    /// Two parameters as they came.
    record Given(String fieldManager, String fieldValidation) {}

    /// The options as an object, for admission.
    ///
    /// @param kind `CreateOptions` or `UpdateOptions`
    ObjectNode form(String kind) {
        ObjectNode form = form(kind, dryRun);
        if (!given.fieldManager().isEmpty()) {
            form.put("fieldManager", given.fieldManager());
        }
        if (!given.fieldValidation().isEmpty()) {
            form.put("fieldValidation", given.fieldValidation());
        }
        return form;
    }

    /// The `CreateOptions` of an object that is sent to a subresource.
    static ObjectNode creation(boolean dryRun) {
        return form("CreateOptions", dryRun);
    }

    private static ObjectNode form(String kind, boolean dryRun) {
        ObjectNode form = JsonNodeFactory.instance.objectNode();
        form.put("kind", kind).put("apiVersion", "meta.k8s.io/v1");
        if (dryRun) {
            form.putArray("dryRun").add("All");
        }
        return form;
    }

    /// @param name `CreateOptions`, `UpdateOptions`, `PatchOptions`
    /// @param subresource what is written, for the author
    /// @throws ApiError 422 when a value is not supported
    static WriteOptions of(ApiRequest request, String name, String subresource, Instant now) {
        List<Cause> causes = new ArrayList<>();
        boolean apply = Body.mediaType(request).equals(Patches.APPLY);
        String manager = ListOptions.text(request, "fieldManager");
        if (apply && manager.isEmpty()) {
            causes.add(
                    new Cause(
                            "FieldValueRequired",
                            "fieldManager",
                            "Required value: is required for apply patch"));
        }
        if (!apply && request.parameter("force") != null && name.equals("PatchOptions")) {
            causes.add(
                    new Cause(
                            "FieldValueForbidden",
                            "force",
                            "Forbidden: may not be specified for non-apply patch"));
        }
        checkManager(manager, causes);
        boolean dryRun = dryRun(request.query().getOrDefault("dryRun", List.of()), causes);
        Body.FieldValidation validation = validation(request, causes);
        if (!causes.isEmpty()) {
            throw ApiError.invalid("meta.k8s.io", name, "", causes);
        }
        return new WriteOptions(
                dryRun,
                validation,
                request.flag("force"),
                Author.of(manager, request.header("user-agent"), subresource, now),
                new Given(manager, ListOptions.text(request, "fieldValidation")));
    }

    /// @param values of the parameter `dryRun`
    static boolean dryRun(List<String> values, List<Cause> causes) {
        List<String> given = values.stream().filter(v -> !v.isEmpty()).toList();
        if (given.stream().anyMatch(v -> !v.equals("All"))) {
            causes.add(
                    new Cause(
                            "FieldValueNotSupported",
                            "dryRun",
                            "Unsupported value: [\""
                                    + String.join("\",\"", given)
                                    + "\"]: supported values: \"All\""));
        }
        return !given.isEmpty();
    }

    private static void checkManager(String manager, List<Cause> causes) {
        if (manager.length() > MANAGER_MAX) {
            causes.add(
                    new Cause(
                            "FieldValueTooLong",
                            "fieldManager",
                            "Too long: may not be more than " + MANAGER_MAX + " bytes"));
        }
        for (int i = 0; i < manager.length(); i++) {
            if (Character.isISOControl(manager.charAt(i))) {
                causes.add(
                        new Cause(
                                "FieldValueInvalid",
                                "fieldManager",
                                "Invalid value: \""
                                        + manager
                                        + "\": should only contain printable"
                                        + " characters"));
                return;
            }
        }
    }

    private static Body.FieldValidation validation(ApiRequest request, List<Cause> causes) {
        String value = ListOptions.text(request, "fieldValidation");
        return switch (value) {
            case "", "Warn" -> Body.FieldValidation.WARN;
            case "Ignore" -> Body.FieldValidation.IGNORE;
            case "Strict" -> Body.FieldValidation.STRICT;
            default -> {
                causes.add(
                        new Cause(
                                "FieldValueNotSupported",
                                "fieldValidation",
                                "Unsupported value: \""
                                        + value
                                        + "\": supported values: \"\", \"Ignore\", \"Strict\","
                                        + " \"Warn\""));
                yield Body.FieldValidation.WARN;
            }
        };
    }
}
