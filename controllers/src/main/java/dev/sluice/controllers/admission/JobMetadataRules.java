package dev.sluice.controllers.admission;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.api.name.Annotations;
import dev.sluice.api.name.Labels;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/// Rules for the labels and annotations of jobs of every kind (L2.12, L2.13, A7.21 to A7.26). Pure.
final class JobMetadataRules {
    private static final Pattern SUBDOMAIN =
            Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*");
    private static final Pattern DOMAIN_PATH =
            Pattern.compile(SUBDOMAIN.pattern() + "/[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+");
    private static final int SUBDOMAIN_MAX = 253;
    private static final int GATE_MAX = 63;
    private static final String SUBDOMAIN_RULE =
            "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must"
                    + " start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '"
                    + SUBDOMAIN.pattern()
                    + "')";

    private JobMetadataRules() {}

    static List<FieldError> created(JsonNode job) {
        List<FieldError> errors = new ArrayList<>();
        subdomain(job, "labels", Labels.QUEUE_NAME, errors);
        subdomain(job, "labels", Labels.PREBUILT_WORKLOAD_NAME, errors);
        subdomain(job, "annotations", Annotations.PREBUILT_WORKLOAD_NAME, errors);
        executionTime(job, errors);
        gates(job, errors);
        return errors;
    }

    static List<FieldError> updated(
            JsonNode old, JsonNode job, boolean wasSuspended, boolean isSuspended) {
        List<FieldError> errors = new ArrayList<>();
        if (!isSuspended) {
            unchanged(old, job, "labels", Labels.QUEUE_NAME, errors);
            unchanged(old, job, "labels", Labels.PREBUILT_WORKLOAD_NAME, errors);
            unchanged(old, job, "annotations", Annotations.PREBUILT_WORKLOAD_NAME, errors);
        }
        if (!isSuspended || !wasSuspended) {
            unchanged(old, job, "labels", Labels.MAX_EXEC_TIME_SECONDS, errors);
        }
        priorityClass(old, job, isSuspended, errors);
        elastic(old, job, errors);
        gatesOnlyLeave(old, job, errors);
        return errors;
    }

    private static void subdomain(JsonNode job, String map, String key, List<FieldError> errors) {
        JsonNode value = job.path("metadata").path(map).path(key);
        if (value.isMissingNode()) {
            return;
        }
        String text = value.asText();
        if (text.length() > SUBDOMAIN_MAX) {
            errors.add(
                    FieldError.invalidText(
                            path(map, key), text, "must be no more than 253 characters"));
        }
        if (!SUBDOMAIN.matcher(text).matches()) {
            errors.add(FieldError.invalidText(path(map, key), text, SUBDOMAIN_RULE));
        }
    }

    private static void executionTime(JsonNode job, List<FieldError> errors) {
        JsonNode value = job.path("metadata").path("labels").path(Labels.MAX_EXEC_TIME_SECONDS);
        if (value.isMissingNode()) {
            return;
        }
        String path = path("labels", Labels.MAX_EXEC_TIME_SECONDS);
        Integer seconds = GoNumbers.integer(value.asText());
        if (seconds == null) {
            errors.add(
                    FieldError.invalidText(
                            path, value.asText(), GoNumbers.complaint(value.asText())));
        } else if (seconds <= 0) {
            errors.add(FieldError.invalid(path, value.asText(), "should be greater than 0"));
        }
    }

    private static void gates(JsonNode job, List<FieldError> errors) {
        String value = Review.annotation(job, Annotations.ADMISSION_GATED_BY);
        if (value.isBlank()) {
            return;
        }
        String path = path("annotations", Annotations.ADMISSION_GATED_BY);
        Set<String> seen = new LinkedHashSet<>();
        for (String part : value.split(",", -1)) {
            String gate = part.strip();
            if (gate.isEmpty()) {
                errors.add(FieldError.invalidText(path, value, "cannot contain empty gate names"));
            } else if (!seen.add(gate)) {
                errors.add(FieldError.invalidText(path, value, "duplicate gate name: " + gate));
            } else if (!DOMAIN_PATH.matcher(gate).matches()) {
                errors.add(
                        FieldError.invalidText(
                                path,
                                gate,
                                "must be a domain-prefixed path (such as \"acme.io/foo\")"));
            } else if (gate.length() > GATE_MAX) {
                errors.add(
                        FieldError.invalidText(path, gate, "must be no more than 63 characters"));
            }
        }
    }

    private static void gatesOnlyLeave(JsonNode old, JsonNode job, List<FieldError> errors) {
        Set<String> before = names(old);
        Set<String> after = names(job);
        String path = path("annotations", Annotations.ADMISSION_GATED_BY);
        if (before.isEmpty() && !after.isEmpty()) {
            errors.add(FieldError.forbidden(path, "cannot add admission gate after creation"));
        } else if (!before.containsAll(after)) {
            errors.add(FieldError.forbidden(path, "can only remove gates, not add new ones"));
        }
    }

    private static Set<String> names(JsonNode job) {
        Set<String> names = new LinkedHashSet<>();
        for (String part : Review.annotation(job, Annotations.ADMISSION_GATED_BY).split(",")) {
            if (!part.isBlank()) {
                names.add(part.strip());
            }
        }
        return names;
    }

    private static void unchanged(
            JsonNode old, JsonNode job, String map, String key, List<FieldError> errors) {
        String before = old.path("metadata").path(map).path(key).asText("");
        String after = job.path("metadata").path(map).path(key).asText("");
        if (!before.equals(after)) {
            errors.add(FieldError.immutable(path(map, key), "\"" + after + "\""));
        }
    }

    private static void priorityClass(
            JsonNode old, JsonNode job, boolean isSuspended, List<FieldError> errors) {
        String before = Review.label(old, Labels.PRIORITY_CLASS);
        String after = Review.label(job, Labels.PRIORITY_CLASS);
        String path = path("labels", Labels.PRIORITY_CLASS);
        if (before.isEmpty() && !after.isEmpty() && !isSuspended) {
            errors.add(
                    FieldError.invalidText(
                            path,
                            after,
                            "WorkloadPriorityClass cannot be added to a non-suspended workload"));
        } else if (!before.isEmpty() && after.isEmpty()) {
            errors.add(
                    FieldError.invalidText(
                            path,
                            after,
                            "WorkloadPriorityClass cannot be removed from a workload"));
        }
    }

    private static void elastic(JsonNode old, JsonNode job, List<FieldError> errors) {
        boolean before = "true".equals(Review.annotation(old, Annotations.ELASTIC_JOB));
        boolean after = "true".equals(Review.annotation(job, Annotations.ELASTIC_JOB));
        if (before != after) {
            errors.add(
                    FieldError.immutable(
                            path("annotations", Annotations.ELASTIC_JOB), String.valueOf(after)));
        }
    }

    private static String path(String map, String key) {
        return "metadata." + map + "[" + key + "]";
    }
}
