package dev.sluice.controllers.admission;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.api.config.Configuration;
import dev.sluice.api.name.Annotations;
import dev.sluice.api.name.Labels;
import dev.sluice.api.name.SchedulingGates;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Pods that are to be queued are gated (L3.12); what pods say of queues or groups is checked (L3.14).
final class PodWebhook implements Webhook {
    private static final String PREFIX = "kueue.x-k8s.io/";
    private static final String OWNER_IS_QUEUED =
            "pod owner is managed by kueue, label 'kueue.x-k8s.io/managed=true' might lead to unexpected behaviour";
    private static final Set<String> OVER = Set.of("Succeeded", "Failed");

    private final JobMetadataRules metadata;
    private final PodGating gating;

    PodWebhook(Configuration settings) {
        this.metadata = new JobMetadataRules(settings.gates());
        this.gating = new PodGating(settings);
    }

    @Override
    public String kind() {
        return "pod";
    }

    @Override
    public boolean concerns(Review review) {
        return review.group().isEmpty()
                && review.kind().equals("Pod")
                && review.subresource().isEmpty()
                && review.operation() != Review.Operation.DELETE
                && !JobWebhook.EXEMPT_NAMESPACES.contains(review.namespace());
    }

    @Override
    public @Nullable String mutate(Review review, Lookup lookup) {
        ObjectNode pod = review.object();
        if (review.operation() == Review.Operation.CREATE && pod != null) {
            gating.apply(pod, review.namespace(), lookup);
        }
        return null;
    }

    @Override
    public List<FieldError> validate(Review review, Lookup lookup) {
        ObjectNode pod = review.object();
        ObjectNode old = review.old();
        if (pod == null || !speaks(pod) && (old == null || !speaks(old))) {
            return List.of();
        }
        List<FieldError> errors = new ArrayList<>();
        errors.addAll(metadata.check(pod, old));
        managed(pod, errors);
        group(pod, errors);
        if (old != null) {
            errors.addAll(JobMetadataRules.updated(old, pod, suspended(old), suspended(pod)));
            groupUnchanged(old, pod, errors);
            if (Review.annotation(old, Annotations.RETRIABLE_IN_GROUP).equals("false")
                    && !Review.annotation(pod, Annotations.RETRIABLE_IN_GROUP).equals("false")) {
                errors.add(
                        FieldError.forbidden(
                                annotation(Annotations.RETRIABLE_IN_GROUP),
                                "unretriable pod group can't be converted to retriable"));
            }
        }
        return errors;
    }

    @Override
    public List<String> warnings(Review review, Lookup lookup) {
        ObjectNode pod = review.object();
        return pod != null
                        && Review.label(pod, Labels.MANAGED).equals("true")
                        && gating.ownerIsQueued(pod, review.namespace(), lookup)
                ? List.of(OWNER_IS_QUEUED)
                : List.of();
    }

    private static boolean speaks(JsonNode pod) {
        return hasOurs(pod.path("metadata").path("labels"))
                || hasOurs(pod.path("metadata").path("annotations"));
    }

    private static boolean hasOurs(JsonNode map) {
        for (var names = map.fieldNames(); names.hasNext(); ) {
            if (names.next().startsWith(PREFIX)) {
                return true;
            }
        }
        return false;
    }

    private static boolean suspended(JsonNode pod) {
        if (OVER.contains(pod.path("status").path("phase").asText())) {
            return true;
        }
        for (JsonNode gate : pod.path("spec").path("schedulingGates")) {
            if (gate.path("name").asText().equals(SchedulingGates.ADMISSION)) {
                return true;
            }
        }
        return false;
    }

    private static void managed(JsonNode pod, List<FieldError> errors) {
        if (Review.hasLabel(pod, Labels.MANAGED)
                && !Review.label(pod, Labels.MANAGED).equals("true")) {
            errors.add(
                    FieldError.forbidden(
                            label(Labels.MANAGED), "managed label value can only be 'true'"));
        }
    }

    /// The group's name and its size come together, and the Workload has the group's name.
    private static void group(JsonNode pod, List<FieldError> errors) {
        String inLabel = Review.label(pod, Labels.POD_GROUP_NAME);
        String name =
                inLabel.isEmpty() ? Review.annotation(pod, Annotations.POD_GROUP_NAME) : inLabel;
        String total = Review.annotation(pod, Annotations.POD_GROUP_TOTAL_COUNT);
        String together =
                "both the '%s' annotation and the '%s' %s should be set"
                        .formatted(
                                Annotations.POD_GROUP_TOTAL_COUNT,
                                Labels.POD_GROUP_NAME,
                                inLabel.isEmpty() && !name.isEmpty() ? "annotation" : "label");
        if (name.isEmpty()) {
            if (!total.isEmpty()) {
                errors.add(FieldError.required(label(Labels.POD_GROUP_NAME), together));
            }
            return;
        }
        JobMetadataRules.subdomain(
                pod, inLabel.isEmpty() ? "annotations" : "labels", Labels.POD_GROUP_NAME, errors);
        if (total.isEmpty()) {
            errors.add(
                    FieldError.required(annotation(Annotations.POD_GROUP_TOTAL_COUNT), together));
        } else {
            totalCount(total, errors);
        }
        prebuilt(pod, name, errors);
    }

    private static void totalCount(String text, List<FieldError> errors) {
        String path = annotation(Annotations.POD_GROUP_TOTAL_COUNT);
        Integer total = GoNumbers.integer(text);
        if (total == null) {
            errors.add(FieldError.invalidText(path, text, GoNumbers.complaint(text)));
        } else if (total < 1) {
            errors.add(
                    FieldError.invalidText(
                            path,
                            text,
                            "incorrect annotation value '%s=%s': group total count should be greater than zero"
                                    .formatted(Annotations.POD_GROUP_TOTAL_COUNT, text)));
        }
    }

    private static void prebuilt(JsonNode pod, String group, List<FieldError> errors) {
        String detail = "prebuilt workload and pod group should be equal";
        String inLabel = Review.label(pod, Labels.PREBUILT_WORKLOAD_NAME);
        String inAnnotation = Review.annotation(pod, Annotations.PREBUILT_WORKLOAD_NAME);
        if (!inAnnotation.isEmpty() && !inAnnotation.equals(group)) {
            errors.add(
                    FieldError.invalidText(
                            annotation(Annotations.PREBUILT_WORKLOAD_NAME), inAnnotation, detail));
        } else if (inAnnotation.isEmpty() && !inLabel.isEmpty() && !inLabel.equals(group)) {
            errors.add(
                    FieldError.invalidText(label(Labels.PREBUILT_WORKLOAD_NAME), inLabel, detail));
        }
    }

    private static void groupUnchanged(JsonNode old, JsonNode pod, List<FieldError> errors) {
        String before = Review.label(old, Labels.POD_GROUP_NAME);
        String after = Review.label(pod, Labels.POD_GROUP_NAME);
        if (!before.equals(after)) {
            errors.add(FieldError.immutable(label(Labels.POD_GROUP_NAME), "\"" + after + "\""));
        }
    }

    private static String label(String key) {
        return "metadata.labels[" + key + "]";
    }

    private static String annotation(String key) {
        return "metadata.annotations[" + key + "]";
    }
}
