package dev.sluice.controllers.admission;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.api.feature.FeatureGate;
import dev.sluice.api.feature.FeatureGates;
import dev.sluice.api.name.Annotations;
import dev.sluice.api.name.Labels;
import dev.sluice.api.validation.ConstraintAnnotationRules;
import dev.sluice.api.validation.GateAnnotationRules;
import dev.sluice.api.validation.HoldAnnotationRules;
import dev.sluice.api.validation.Rules;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Rules for the labels and annotations of jobs of every kind (L2.12, L2.13, A7.21 to A7.26). Pure.
final class JobMetadataRules {
    private static final Pattern SUBDOMAIN =
            Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*");
    private static final int SUBDOMAIN_MAX = 253;
    private static final String SUBDOMAIN_RULE =
            "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must"
                    + " start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '"
                    + SUBDOMAIN.pattern()
                    + "')";

    private final List<Rules> annotations;

    /// @param gates without its gate an annotation is not looked at
    JobMetadataRules(FeatureGates gates) {
        List<Rules> rules = new ArrayList<>();
        if (gates.isOn(FeatureGate.SCHEDULING_GATED_BY)) {
            rules.add(new GateAnnotationRules());
            rules.add(new HoldAnnotationRules());
        }
        if (gates.isOn(FeatureGate.WORKLOAD_ADMISSION_CONSTRAINTS)) {
            rules.add(new ConstraintAnnotationRules());
        }
        this.annotations = List.copyOf(rules);
    }

    /// What is wrong with labels and annotations that every kind of job may have, now and compared with what they were
    /// (FA14). What was wrong before is not held against an update: an object may be older than a rule, or than the
    /// gate that turned it on, and is not to stand still for it.
    ///
    /// @param old null when the job is created
    List<FieldError> check(JsonNode job, @Nullable JsonNode old) {
        List<FieldError> errors = new ArrayList<>();
        subdomain(job, "labels", Labels.QUEUE_NAME, errors);
        subdomain(job, "labels", Labels.PREBUILT_WORKLOAD_NAME, errors);
        subdomain(job, "annotations", Annotations.PREBUILT_WORKLOAD_NAME, errors);
        executionTime(job, errors);
        annotations.stream()
                .flatMap(rules -> rules.check(job, old).stream())
                .map(complaint -> new FieldError(complaint.text()))
                .forEach(errors::add);
        if (old != null && !errors.isEmpty()) {
            errors.removeAll(check(old, null));
        }
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
        return errors;
    }

    static void subdomain(JsonNode job, String map, String key, List<FieldError> errors) {
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

    private static void unchanged(
            JsonNode old, JsonNode job, String map, String key, List<FieldError> errors) {
        String before = old.path("metadata").path(map).path(key).asText("");
        String after = job.path("metadata").path(map).path(key).asText("");
        if (!before.equals(after)) {
            errors.add(FieldError.immutable(path(map, key), "\"" + after + "\""));
        }
    }

    static void priorityClass(
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
