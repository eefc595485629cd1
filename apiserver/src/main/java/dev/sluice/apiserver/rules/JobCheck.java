package dev.sluice.apiserver.rules;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.type.TypeTable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Checks a Job as it stands, whatever it was before (H8.22).
final class JobCheck {
    private static final Path SPEC = Path.of("spec");
    private static final List<String> MODES = List.of("NonIndexed", "Indexed");
    private static final int PARALLELISM_MAX = 100_000;
    private static final int COMPLETIONS_MAX_FOR_LIMITS = 100_000;
    private static final int BIG_JOB_LIMIT = 10_000;

    private final ObjectNode job;
    private final ObjectNode spec;
    private final Complaints out;

    JobCheck(ObjectNode job, Complaints out) {
        this.job = job;
        this.spec = Json.object(job, "spec");
        this.out = out;
    }

    void create() {
        generatedLabels();
        check();
        indexedName();
    }

    void update() {
        generatedLabels();
        check();
    }

    private void check() {
        spec(spec, SPEC, out);
        if (!spec.has("selector")) {
            out.required(SPEC.child("selector"), "");
        } else {
            LabelCheck.selector(spec.get("selector"), SPEC.child("selector"), out);
        }
        JsonNode labels = spec.path("template").path("metadata").get("labels");
        boolean matches =
                spec.has("selector")
                        && LabelCheck.matches(
                                spec.get("selector"),
                                labels == null ? Json.NODES.objectNode() : labels);
        if (!matches) {
            out.invalid(
                    SPEC.child("template", "metadata", "labels"),
                    labels == null ? null : Json.sorted(labels),
                    "`selector` does not match template `labels`");
        }
    }

    /// A Job's spec without its selector, as CronJobs have it too.
    static void spec(ObjectNode spec, Path path, Complaints out) {
        for (String number :
                List.of(
                        "parallelism",
                        "completions",
                        "activeDeadlineSeconds",
                        "backoffLimit",
                        "ttlSecondsAfterFinished",
                        "backoffLimitPerIndex",
                        "maxFailedIndexes")) {
            Numbers.notNegative(spec, number, path, out);
        }
        mode(spec, path, out);
        managedBy(spec, path, out);
        replacement(spec, path, out);
        new JobPolicyCheck(spec, path, out).check();
        PodSpecCheck.template(spec.path("template"), path.child("template"), out);
        restartPolicy(spec, path.child("template", "spec", "restartPolicy"), out);
    }

    private static void mode(ObjectNode spec, Path path, Complaints out) {
        String mode = Json.text(spec, "completionMode");
        if (!mode.isEmpty() && !MODES.contains(mode)) {
            out.unsupported(path.child("completionMode"), mode, MODES);
        }
        if (JobRules.isIndexed(spec)) {
            indexed(spec, path, out);
            return;
        }
        for (String field : List.of("backoffLimitPerIndex", "maxFailedIndexes", "successPolicy")) {
            if (spec.has(field)) {
                JsonNode given = spec.get(field);
                out.invalid(
                        path.child(field),
                        field.equals("successPolicy")
                                ? InternalForm.of(TypeTable.BUILT_IN, "batch.SuccessPolicy", given)
                                : given,
                        "requires indexed completion mode");
            }
        }
    }

    private static void indexed(ObjectNode spec, Path path, Complaints out) {
        Long completions = Json.number(spec, "completions");
        if (completions == null) {
            out.required(path.child("completions"), "when completion mode is Indexed");
            return;
        }
        long parallelism = Json.number(spec, "parallelism", 0);
        if (parallelism > PARALLELISM_MAX) {
            out.invalid(
                    path.child("parallelism"),
                    parallelism,
                    "must be less than or equal to "
                            + PARALLELISM_MAX
                            + " when completion mode is Indexed");
        }
        Long failures = Json.number(spec, "maxFailedIndexes");
        if (failures != null && failures > completions) {
            out.invalid(
                    path.child("maxFailedIndexes"),
                    failures,
                    "must be less than or equal to completions");
        }
        if (failures != null && failures > COMPLETIONS_MAX_FOR_LIMITS) {
            out.invalid(
                    path.child("maxFailedIndexes"),
                    failures,
                    "must be less than or equal to " + COMPLETIONS_MAX_FOR_LIMITS);
        }
        if (failures != null && !spec.has("backoffLimitPerIndex")) {
            out.required(path.child("backoffLimitPerIndex"), "when maxFailedIndexes is specified");
        }
        if (spec.has("backoffLimitPerIndex") && completions > COMPLETIONS_MAX_FOR_LIMITS) {
            bigJob(failures, parallelism, path, out);
        }
    }

    private static void bigJob(
            @Nullable Long failures, long parallelism, Path path, Complaints out) {
        String when =
                " when completions are above "
                        + COMPLETIONS_MAX_FOR_LIMITS
                        + " and used with backoff limit per index";
        if (failures == null) {
            out.required(path.child("maxFailedIndexes"), "must be specified" + when);
        } else if (failures > BIG_JOB_LIMIT) {
            out.invalid(
                    path.child("maxFailedIndexes"),
                    failures,
                    "must be less than or equal to " + BIG_JOB_LIMIT + when);
        }
        if (parallelism > BIG_JOB_LIMIT) {
            out.invalid(
                    path.child("parallelism"),
                    parallelism,
                    "must be less than or equal to " + BIG_JOB_LIMIT + when);
        }
    }

    private static void managedBy(ObjectNode spec, Path path, Complaints out) {
        if (!spec.has("managedBy")) {
            return;
        }
        String manager = Json.text(spec, "managedBy");
        Path here = path.child("managedBy");
        if (manager.isEmpty()) {
            out.required(here, "");
            return;
        }
        if (manager.length() > 63) {
            out.tooLong(here, 63);
        }
        out.invalid(here, manager, Names.domainPrefixedPath(manager));
    }

    private static void replacement(ObjectNode spec, Path path, Complaints out) {
        String policy = Json.text(spec, "podReplacementPolicy");
        List<String> allowed =
                spec.has("podFailurePolicy")
                        ? List.of("Failed")
                        : List.of("Failed", "TerminatingOrFailed");
        if (!policy.isEmpty() && !allowed.contains(policy)) {
            out.unsupported(path.child("podReplacementPolicy"), policy, allowed);
        }
    }

    private static void restartPolicy(ObjectNode spec, Path path, Complaints out) {
        String policy = Json.text(Json.object(spec, "template", "spec"), "restartPolicy");
        switch (policy) {
            case "Always", "" -> out.required(path, "valid values: \"OnFailure\", \"Never\"");
            case "OnFailure" -> {
                if (spec.has("podFailurePolicy")) {
                    out.invalid(
                            path,
                            policy,
                            "only \"Never\" is supported when podFailurePolicy is specified");
                }
            }
            default -> {}
        }
    }

    /// H8.21: the labels that tie pods to their Job are the server's.
    private void generatedLabels() {
        if (Json.flag(spec, "manualSelector")) {
            return;
        }
        String uid = Json.text(job.path("metadata"), "uid");
        String name = Json.text(job.path("metadata"), "name");
        ObjectNode labels = Json.object(spec, "template", "metadata", "labels");
        label(labels, JobRules.CONTROLLER_UID, uid);
        label(labels, "controller-uid", uid);
        label(labels, JobRules.JOB_NAME, name);
        label(labels, "job-name", name);
        ObjectNode expected = Json.NODES.objectNode();
        expected.putObject("matchLabels").put(JobRules.CONTROLLER_UID, uid);
        JsonNode selector = spec.get("selector");
        if (selector != null && !selector.equals(expected)) {
            out.invalid(SPEC.child("selector"), selector, "`selector` not auto-generated");
        }
    }

    private void label(ObjectNode labels, String key, String expected) {
        Path path = SPEC.child("template", "metadata", "labels");
        if (!labels.has(key)) {
            out.required(path.key(key), "must be set");
        } else if (!Json.text(labels, key).equals(expected)) {
            out.invalid(path.key(key), Json.sorted(labels), "must be '" + expected + "'");
        }
    }

    /// The last pod's host name must fit into a DNS label.
    private void indexedName() {
        Long completions = Json.number(spec, "completions");
        if (!JobRules.isIndexed(spec) || completions == null || completions <= 0) {
            return;
        }
        String name = Json.text(job.path("metadata"), "name");
        String host = name + "-" + (completions - 1);
        if (!Names.label(host).isEmpty()) {
            out.invalid(
                    Path.of("metadata", "name"),
                    name,
                    "will not able to create pod with invalid DNS label: " + host);
        }
    }
}
