package dev.sluice.controllers.admission;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.api.config.Configuration;
import dev.sluice.api.feature.FeatureGate;
import dev.sluice.api.name.Annotations;
import dev.sluice.api.name.Labels;
import dev.sluice.api.name.SchedulingGates;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// `batch/v1` Jobs: those that the queues manage are created suspended (L2.8 to L2.11), and what their labels and
/// annotations say is checked (L2.12, L2.13, L3.8).
final class JobWebhook implements Webhook {
    static final Set<String> EXEMPT_NAMESPACES = Set.of("kube-system", "kueue-system");

    private static final List<String> COUNTS_ANNOTATIONS =
            List.of(
                    Annotations.JOB_MIN_PARALLELISM,
                    Annotations.JOB_COMPLETIONS_EQUAL_PARALLELISM,
                    Annotations.ELASTIC_JOB);

    private final Configuration settings;
    private final JobMetadataRules metadata;
    private final QueueDefaults defaults;

    JobWebhook(Configuration settings) {
        this.settings = settings;
        this.metadata = new JobMetadataRules(settings.gates());
        this.defaults = new QueueDefaults(settings);
    }

    @Override
    public String kind() {
        return "job";
    }

    @Override
    public boolean concerns(Review review) {
        return review.group().equals("batch")
                && review.kind().equals("Job")
                && review.subresource().isEmpty()
                && review.operation() != Review.Operation.DELETE
                && !EXEMPT_NAMESPACES.contains(review.namespace());
    }

    @Override
    public @Nullable String mutate(Review review, Lookup lookup) {
        ObjectNode job = review.object();
        if (review.operation() != Review.Operation.CREATE || job == null) {
            return null;
        }
        if (!defaults.queued(job, review.namespace(), lookup)) {
            return null;
        }
        job.withObjectProperty("spec").put("suspend", true);
        String queue = Review.label(job, Labels.QUEUE_NAME);
        if (!queue.isEmpty() && settings.gates().isOn(FeatureGate.MULTIKUEUE)) {
            OtherClusters.take(job, review.namespace(), queue, lookup);
        }
        if (settings.gates().isOn(FeatureGate.ELASTIC_JOBS_VIA_WORKLOAD_SLICES)
                && Review.annotation(job, Annotations.ELASTIC_JOB).equals("true")) {
            // The pods wait until there is quota for them (L3.9).
            PodGating.gate(job.withObject("/spec/template"), SchedulingGates.ELASTIC_JOB);
        }
        return null;
    }

    @Override
    public List<FieldError> validate(Review review, Lookup lookup) {
        ObjectNode job = review.object();
        if (job == null) {
            return List.of();
        }
        List<FieldError> errors = new ArrayList<>();
        errors.addAll(metadata.check(job, review.old()));
        ObjectNode old = review.old();
        if (old == null || setsCounts(old, job)) {
            errors.addAll(partialAdmission(job));
        }
        if (old != null) {
            errors.addAll(JobMetadataRules.updated(old, job, suspended(old), suspended(job)));
            errors.addAll(partialAdmissionUpdate(old, job));
        }
        return errors;
    }

    private static boolean suspended(JsonNode job) {
        return job.path("spec").path("suspend").asBoolean(false);
    }

    /// Whether an update sets how many pods the job wants and how few will do. A start or a stop also changes the count, to
    /// what is admitted and back: that may be as few as the minimum (L3.8).
    private static boolean setsCounts(JsonNode old, JsonNode job) {
        boolean said =
                COUNTS_ANNOTATIONS.stream()
                        .anyMatch(
                                key ->
                                        !Review.annotation(old, key)
                                                .equals(Review.annotation(job, key)));
        boolean standsStill = suspended(old) && suspended(job);
        return said || (standsStill && !old.path("spec").equals(job.path("spec")));
    }

    private static List<FieldError> partialAdmission(JsonNode job) {
        List<FieldError> errors = new ArrayList<>();
        String path = path(Annotations.JOB_MIN_PARALLELISM);
        String minimum = Review.annotation(job, Annotations.JOB_MIN_PARALLELISM);
        if (!minimum.isEmpty()) {
            int pods = podsCount(job);
            Integer value = GoNumbers.integer(minimum);
            if ("true".equals(Review.annotation(job, Annotations.ELASTIC_JOB))) {
                errors.add(
                        FieldError.invalidText(
                                path,
                                minimum,
                                "partial admission and elastic job cannot be used together"));
            } else if (value == null) {
                errors.add(FieldError.invalidText(path, minimum, GoNumbers.complaint(minimum)));
            } else if (value <= 0 || value >= pods) {
                errors.add(
                        FieldError.invalid(path, minimum, "should be between 0 and " + (pods - 1)));
            }
        }
        String follows = Review.annotation(job, Annotations.JOB_COMPLETIONS_EQUAL_PARALLELISM);
        if (follows.equals("true")) {
            errors.addAll(completionsFollow(job));
        }
        return errors;
    }

    private static List<FieldError> completionsFollow(JsonNode job) {
        String path = path(Annotations.JOB_COMPLETIONS_EQUAL_PARALLELISM);
        JsonNode spec = job.path("spec");
        if (!spec.path("completionMode").asText("NonIndexed").equals("Indexed")) {
            return List.of(
                    FieldError.invalidText(
                            path, "true", "should not be enabled for NonIndexed jobs"));
        }
        return spec.path("completions").asInt(1) == spec.path("parallelism").asInt(1)
                ? List.of()
                : List.of(
                        FieldError.invalidText(
                                path,
                                "true",
                                "should not be enabled when completions is not equal to parallelism"));
    }

    private static List<FieldError> partialAdmissionUpdate(JsonNode old, JsonNode job) {
        if (suspended(job)) {
            return List.of();
        }
        List<FieldError> errors = new ArrayList<>();
        int before = old.path("spec").path("parallelism").asInt(1);
        int after = job.path("spec").path("parallelism").asInt(1);
        if (!Review.annotation(job, Annotations.JOB_MIN_PARALLELISM).isEmpty()
                && !suspended(old)
                && before != after) {
            errors.add(
                    FieldError.forbidden(
                            "spec.parallelism",
                            "cannot change when partial admission is enabled and the job is not suspended"));
        }
        String follows = Review.annotation(job, Annotations.JOB_COMPLETIONS_EQUAL_PARALLELISM);
        if (!follows.equals(
                Review.annotation(old, Annotations.JOB_COMPLETIONS_EQUAL_PARALLELISM))) {
            errors.add(
                    FieldError.forbidden(
                            path(Annotations.JOB_COMPLETIONS_EQUAL_PARALLELISM),
                            follows + " while the job is not suspended"));
        }
        return errors;
    }

    private static int podsCount(JsonNode job) {
        JsonNode spec = job.path("spec");
        int parallelism = spec.path("parallelism").asInt(1);
        return spec.has("completions")
                ? Math.min(parallelism, spec.path("completions").asInt(1))
                : parallelism;
    }

    private static String path(String annotation) {
        return "metadata.annotations[" + annotation + "]";
    }
}
