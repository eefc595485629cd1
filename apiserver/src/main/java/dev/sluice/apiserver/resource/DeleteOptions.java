package dev.sluice.apiserver.resource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.error.ApiError;
import dev.sluice.apiserver.error.Cause;
import dev.sluice.apiserver.http.ApiRequest;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How to delete (H1.23, H2.30): from the body, or from the query when there is no body.
///
/// @param graceSeconds null when the client does not say
/// @param uid,revision preconditions; empty for none
record DeleteOptions(
        @Nullable Long graceSeconds,
        Propagation propagation,
        boolean dryRun,
        String uid,
        String revision) {

    /// What becomes of the dependents (H2.40).
    enum Propagation {
        UNSET,
        ORPHAN,
        BACKGROUND,
        FOREGROUND
    }

    /// The options as an object, for admission.
    ObjectNode form() {
        ObjectNode form = JsonNodeFactory.instance.objectNode();
        form.put("kind", "DeleteOptions").put("apiVersion", "meta.k8s.io/v1");
        if (graceSeconds != null) {
            form.put("gracePeriodSeconds", graceSeconds);
        }
        if (!uid.isEmpty()) {
            form.withObject("/preconditions").put("uid", uid);
        }
        if (!revision.isEmpty()) {
            form.withObject("/preconditions").put("resourceVersion", revision);
        }
        switch (propagation) {
            case UNSET -> {}
            case ORPHAN -> form.put("propagationPolicy", "Orphan");
            case BACKGROUND -> form.put("propagationPolicy", "Background");
            case FOREGROUND -> form.put("propagationPolicy", "Foreground");
        }
        if (dryRun) {
            form.putArray("dryRun").add("All");
        }
        return form;
    }

    /// @param body decoded, or null
    /// @throws ApiError 422 when the options contradict each other
    static DeleteOptions of(ApiRequest request, @Nullable ObjectNode body) {
        return body == null || body.isEmpty() ? ofQuery(request) : ofBody(body);
    }

    private static DeleteOptions ofBody(ObjectNode body) {
        List<Cause> causes = new ArrayList<>();
        List<String> dryRuns = new ArrayList<>();
        body.path("dryRun").forEach(v -> dryRuns.add(v.asText()));
        JsonNode preconditions = body.path("preconditions");
        JsonNode grace = body.path("gracePeriodSeconds");
        JsonNode orphan = body.path("orphanDependents");
        return new DeleteOptions(
                        grace.isNumber() ? grace.asLong() : null,
                        propagation(
                                body.path("propagationPolicy").asText(""),
                                orphan.isBoolean() ? orphan.asBoolean() : null,
                                causes),
                        WriteOptions.dryRun(dryRuns, causes),
                        preconditions.path("uid").asText(""),
                        preconditions.path("resourceVersion").asText(""))
                .checked(causes);
    }

    private static DeleteOptions ofQuery(ApiRequest request) {
        List<Cause> causes = new ArrayList<>();
        String orphan = request.parameter("orphanDependents");
        String grace = ListOptions.text(request, "gracePeriodSeconds");
        return new DeleteOptions(
                        grace.isEmpty() ? null : ListOptions.number(request, "gracePeriodSeconds"),
                        propagation(
                                ListOptions.text(request, "propagationPolicy"),
                                orphan == null ? null : request.flag("orphanDependents"),
                                causes),
                        WriteOptions.dryRun(
                                request.query().getOrDefault("dryRun", List.of()), causes),
                        "",
                        "")
                .checked(causes);
    }

    private DeleteOptions checked(List<Cause> causes) {
        if (!causes.isEmpty()) {
            throw ApiError.invalid("meta.k8s.io", "DeleteOptions", "", causes);
        }
        return this;
    }

    private static Propagation propagation(
            String policy, @Nullable Boolean orphan, List<Cause> causes) {
        if (orphan != null && !policy.isEmpty()) {
            causes.add(
                    new Cause(
                            "FieldValueInvalid",
                            "propagationPolicy",
                            "Invalid value: \""
                                    + policy
                                    + "\": orphanDependents and deletionPropagation cannot be both"
                                    + " set"));
        }
        if (orphan != null) {
            return orphan ? Propagation.ORPHAN : Propagation.BACKGROUND;
        }
        return switch (policy) {
            case "" -> Propagation.UNSET;
            case "Orphan" -> Propagation.ORPHAN;
            case "Background" -> Propagation.BACKGROUND;
            case "Foreground" -> Propagation.FOREGROUND;
            default -> {
                causes.add(
                        new Cause(
                                "FieldValueNotSupported",
                                "propagationPolicy",
                                "Unsupported value: \""
                                        + policy
                                        + "\": supported values: \"Foreground\", \"Background\","
                                        + " \"Orphan\", \"nil\""));
                yield Propagation.UNSET;
            }
        };
    }
}
