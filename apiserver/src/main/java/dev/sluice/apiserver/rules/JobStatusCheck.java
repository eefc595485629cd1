package dev.sluice.apiserver.rules;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.type.Times;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Checks an update of a Job's status (H8.25).
final class JobStatusCheck {
    private static final Path STATUS = Path.of("status");
    private static final Path CONDITIONS = Path.of("status", "conditions");

    private final ObjectNode spec;
    private final ObjectNode status;
    private final ObjectNode old;
    private final Complaints out;

    JobStatusCheck(ObjectNode job, ObjectNode oldJob, Complaints out) {
        this.spec = Json.object(job, "spec");
        this.status = Json.object(job, "status");
        this.old = Json.object(oldJob, "status");
        this.out = out;
    }

    void check() {
        counters();
        indexes();
        uncounted();
        times();
        conditions();
        finished();
    }

    private void counters() {
        for (String counter : List.of("active", "succeeded", "failed", "ready", "terminating")) {
            Numbers.notNegative(status, counter, STATUS, out);
        }
        long ready = Json.number(status, "ready", 0);
        if (ready > Json.number(status, "active", 0)) {
            out.invalid(STATUS.child("ready"), ready, "cannot set more ready pods than active");
        }
        for (String counter : List.of("succeeded", "failed")) {
            long now = Json.number(status, counter, 0);
            if (now < Json.number(old, counter, 0)) {
                out.invalid(
                        STATUS.child(counter), now, "cannot decrease the " + counter + " counter");
            }
        }
    }

    private void indexes() {
        for (String field : List.of("completedIndexes", "failedIndexes")) {
            String text = Json.text(status, field);
            if (!text.isEmpty() && !JobRules.isIndexed(spec)) {
                out.invalid(
                        STATUS.child(field),
                        text,
                        "cannot set non-empty " + field + " when non-indexed completion mode");
            }
        }
        if (!JobRules.isIndexed(spec)) {
            return;
        }
        IndexRanges completed = ranges("completedIndexes");
        IndexRanges failed = ranges("failedIndexes");
        if (completed != null && failed != null && completed.overlaps(failed)) {
            out.invalid(
                    STATUS.child("failedIndexes"),
                    Json.text(status, "failedIndexes"),
                    "failedIndexes and completedIndexes overlap");
        }
    }

    private @Nullable IndexRanges ranges(String field) {
        String text = Json.text(status, field);
        try {
            return IndexRanges.parse(text, Json.number(spec, "completions", Integer.MAX_VALUE));
        } catch (IllegalArgumentException e) {
            out.invalid(
                    STATUS.child(field), text, "error parsing " + field + ": " + e.getMessage());
            return null;
        }
    }

    private void uncounted() {
        Set<String> seen = new HashSet<>();
        JsonNode pods = status.path("uncountedTerminatedPods");
        for (String list : List.of("succeeded", "failed")) {
            int i = 0;
            for (JsonNode uid : pods.path(list)) {
                Path path = STATUS.child("uncountedTerminatedPods", list).index(i++);
                if (uid.asText().isEmpty()) {
                    out.invalid(path, "", "must not be empty");
                } else if (!seen.add(uid.asText())) {
                    out.duplicate(path, uid.asText());
                }
            }
        }
    }

    private void times() {
        boolean complete = now("Complete");
        Instant start = time("startTime");
        Instant completion = time("completionTime");
        Path path = STATUS.child("completionTime");
        JsonNode value = status.get("completionTime");
        if (complete && completion == null) {
            out.required(path, "completionTime is required for Complete jobs");
        }
        if (!complete && completion != null) {
            out.invalid(
                    path,
                    value,
                    "cannot set completionTime when there is no Complete=True condition");
        }
        if (start != null && completion != null && completion.isBefore(start)) {
            out.invalid(path, value, "must be equal to or after `startTime`");
        }
        if (old.has("completionTime")
                && completion != null
                && !Objects.equals(value, old.get("completionTime"))) {
            out.invalid(path, value, "field is immutable");
        }
        if (!Json.flag(spec, "suspend")
                && old.has("startTime")
                && !Objects.equals(status.get("startTime"), old.get("startTime"))) {
            out.invalid(
                    STATUS.child("startTime"),
                    status.get("startTime"),
                    "field is immutable for unsuspended job once set");
        }
    }

    private void conditions() {
        for (String type : List.of("Complete", "Failed", "FailureTarget", "SuccessCriteriaMet")) {
            if (before(type) && !now(type)) {
                String sort = type.equals("Complete") || type.equals("Failed") ? "terminal " : "";
                out.invalid(CONDITIONS, "cannot disable the " + sort + type + "=True condition");
            }
        }
        never("Complete", "Failed");
        never("Complete", "FailureTarget");
        if (now("Failed") && !now("FailureTarget")) {
            out.invalid(
                    CONDITIONS,
                    "cannot set Failed=True condition without the FailureTarget=true condition");
        }
        if (now("Complete") && !now("SuccessCriteriaMet")) {
            out.invalid(
                    CONDITIONS,
                    "cannot set Complete=True condition without the SuccessCriteriaMet=true condition");
        }
        never("SuccessCriteriaMet", "Failed");
        never("SuccessCriteriaMet", "FailureTarget");
    }

    private void never(String one, String other) {
        if (now(one) && now(other)) {
            out.invalid(
                    CONDITIONS, "cannot set " + one + "=True and " + other + "=true conditions");
        }
    }

    private void finished() {
        if (!now("Complete") && !now("Failed")) {
            return;
        }
        if (!status.has("startTime")) {
            out.required(STATUS.child("startTime"), "startTime is required for finished job");
        }
        for (String counter : List.of("active", "terminating")) {
            long count = Json.number(status, counter, 0);
            if (count > 0) {
                out.invalid(
                        STATUS.child(counter), count, counter + ">0 is invalid for finished job");
            }
        }
        JsonNode pods = status.path("uncountedTerminatedPods");
        if (!pods.path("succeeded").isEmpty() || !pods.path("failed").isEmpty()) {
            out.invalid(
                    STATUS.child("uncountedTerminatedPods"),
                    pods,
                    "uncountedTerminatedPods needs to be empty for finished job");
        }
    }

    private @Nullable Instant time(String field) {
        return status.has(field) ? Times.parse(Json.text(status, field)) : null;
    }

    private boolean now(String type) {
        return Json.hasCondition(status.path("conditions"), type, "True");
    }

    private boolean before(String type) {
        return Json.hasCondition(old.path("conditions"), type, "True");
    }
}
