package dev.sluice.apiserver.rules;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.type.TypeTable;
import java.util.List;

/// Rules of CronJobs.
public final class CronJobRules extends TypedRules {
    private static final Path SPEC = Path.of("spec");
    private static final List<String> POLICIES = List.of("Allow", "Forbid", "Replace");
    private static final int NAME_MAX = 52;

    public CronJobRules(TypeTable table, Traits traits) {
        super(table, "batch.CronJob", traits);
    }

    @Override
    protected void fillIn(ObjectNode object) {
        PodSpecDefaults.template(
                object.path("spec").path("jobTemplate").path("spec").path("template"));
    }

    @Override
    void check(ObjectNode object, Complaints out) {
        ObjectNode spec = Json.object(object, "spec");
        String schedule = Json.text(spec, "schedule");
        if (schedule.isEmpty()) {
            out.required(SPEC.child("schedule"), "");
        } else if (!schedule.startsWith("@") && schedule.trim().split("\\s+").length != 5) {
            out.invalid(
                    SPEC.child("schedule"),
                    schedule,
                    "expected exactly 5 fields, found " + schedule.trim().split("\\s+").length);
        }
        String policy = Json.text(spec, "concurrencyPolicy");
        if (!POLICIES.contains(policy)) {
            out.unsupported(SPEC.child("concurrencyPolicy"), policy, POLICIES);
        }
        for (String field :
                List.of(
                        "startingDeadlineSeconds",
                        "successfulJobsHistoryLimit",
                        "failedJobsHistoryLimit")) {
            Numbers.notNegative(spec, field, SPEC, out);
        }
        ObjectNode job = Json.object(spec, "jobTemplate", "spec");
        Path path = SPEC.child("jobTemplate", "spec");
        if (Json.flag(job, "manualSelector")) {
            out.unsupported(path.child("manualSelector"), true, List.of("nil", "false"));
        }
        JobCheck.spec(job, path, out);
        String name = Json.text(object.path("metadata"), "name");
        if (name.length() > NAME_MAX) {
            out.invalid(Path.of("metadata", "name"), name, "must be no more than 52 characters");
        }
    }
}
