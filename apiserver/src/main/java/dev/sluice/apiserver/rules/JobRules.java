package dev.sluice.apiserver.rules;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.error.Cause;
import dev.sluice.apiserver.type.TypeTable;
import java.util.List;

/// Rules of Jobs (H8.20 to H8.27).
public final class JobRules extends TypedRules {
    static final String CONTROLLER_UID = "batch.kubernetes.io/controller-uid";
    static final String JOB_NAME = "batch.kubernetes.io/job-name";

    public JobRules(TypeTable table, Traits traits) {
        super(table, "batch.Job", traits);
    }

    @Override
    protected void fillIn(ObjectNode job) {
        ObjectNode spec = Json.child(job, "spec");
        specDefaults(spec);
        ObjectNode metadata = Json.child(job, "metadata");
        ObjectNode templateLabels = Json.object(spec, "template", "metadata", "labels");
        if (metadata.path("labels").isEmpty() && !templateLabels.isEmpty()) {
            metadata.set("labels", templateLabels.deepCopy());
        }
    }

    /// H8.20.
    static void specDefaults(ObjectNode spec) {
        if (!spec.has("parallelism")) {
            if (!spec.has("completions")) {
                spec.put("completions", 1);
            }
            spec.put("parallelism", 1);
        }
        Json.putIfAbsent(
                spec, "backoffLimit", spec.has("backoffLimitPerIndex") ? Integer.MAX_VALUE : 6);
        Json.putIfAbsent(
                spec,
                "podReplacementPolicy",
                spec.has("podFailurePolicy") ? "Failed" : "TerminatingOrFailed");
        Json.putIfAbsent(spec, "completionMode", "NonIndexed");
        for (String flag : List.of("suspend", "manualSelector")) {
            if (!spec.has(flag)) {
                spec.put(flag, false);
            }
        }
        PodSpecDefaults.template(spec.path("template"));
    }

    /// Makes selector and labels (H8.21). A Job that took its labels from the template keeps having the template's.
    @Override
    public void prepareForCreate(ObjectNode job) {
        job.putObject("status");
        ObjectNode spec = Json.child(job, "spec");
        if (Json.flag(spec, "manualSelector")) {
            return;
        }
        ObjectNode metadata = Json.child(job, "metadata");
        ObjectNode labels =
                Json.child(Json.child(Json.child(spec, "template"), "metadata"), "labels");
        boolean shared = metadata.path("labels").isEmpty() || labels.equals(metadata.get("labels"));
        String uid = Json.text(metadata, "uid");
        String name = Json.text(metadata, "name");
        Json.putIfAbsent(labels, CONTROLLER_UID, uid);
        Json.putIfAbsent(labels, "controller-uid", uid);
        Json.putIfAbsent(labels, JOB_NAME, name);
        Json.putIfAbsent(labels, "job-name", name);
        if (shared) {
            metadata.set("labels", labels.deepCopy());
        }
        ObjectNode selector = Json.child(Json.child(spec, "selector"), "matchLabels");
        Json.putIfAbsent(selector, CONTROLLER_UID, uid);
    }

    @Override
    public void prepareForUpdate(ObjectNode job, ObjectNode old) {
        Json.copy(old, job, "status");
    }

    @Override
    public List<Cause> validateCreate(ObjectNode job) {
        Complaints out = new Complaints();
        new JobCheck(job, out).create();
        return out.causes();
    }

    @Override
    public List<Cause> validateUpdate(ObjectNode job, ObjectNode old) {
        Complaints out = new Complaints();
        new JobCheck(job, out).update();
        new JobChange(job, old, out).check();
        return out.causes();
    }

    @Override
    public List<Cause> validateStatusUpdate(ObjectNode job, ObjectNode old) {
        Complaints out = new Complaints();
        if (!job.path("status").equals(old.path("status"))) {
            new JobStatusCheck(job, old, out).check();
        }
        return out.causes();
    }

    static boolean isIndexed(ObjectNode spec) {
        return Json.text(spec, "completionMode").equals("Indexed");
    }
}
