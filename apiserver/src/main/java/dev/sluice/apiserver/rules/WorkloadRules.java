package dev.sluice.apiserver.rules;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.type.TypeTable;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/// Rules of the kinds that keep a number of equal pods: Deployment, ReplicaSet, StatefulSet, DaemonSet and
/// ReplicationController.
public final class WorkloadRules extends TypedRules {
    private static final Path SPEC = Path.of("spec");

    private final String kind;

    /// @param typeName such as `apps.Deployment`
    public WorkloadRules(TypeTable table, String typeName, Traits traits) {
        super(table, typeName, traits);
        this.kind = typeName.substring(typeName.indexOf('.') + 1);
    }

    @Override
    protected void fillIn(ObjectNode object) {
        ObjectNode spec = Json.child(object, "spec");
        PodSpecDefaults.template(spec.path("template"));
        switch (kind) {
            case "Deployment" -> rollingUpdate(spec, "strategy", "25%", "25%");
            case "DaemonSet" -> {
                ObjectNode strategy = Json.child(spec, "updateStrategy");
                Json.putIfAbsent(strategy, "type", "RollingUpdate");
                if (Json.text(strategy, "type").equals("RollingUpdate")) {
                    ObjectNode rolling = Json.child(strategy, "rollingUpdate");
                    Json.putIfAbsent(rolling, "maxUnavailable", 1);
                    Json.putIfAbsent(rolling, "maxSurge", 0);
                }
            }
            case "StatefulSet" -> statefulSet(spec);
            case "ReplicationController" -> {
                ObjectNode labels = Json.object(spec, "template", "metadata", "labels");
                if (!labels.isEmpty() && spec.path("selector").isEmpty()) {
                    spec.set("selector", labels.deepCopy());
                }
            }
            default -> {}
        }
    }

    private static void rollingUpdate(ObjectNode spec, String field, String surge, String missing) {
        ObjectNode strategy = Json.child(spec, field);
        Json.putIfAbsent(strategy, "type", "RollingUpdate");
        if (Json.text(strategy, "type").equals("RollingUpdate")) {
            ObjectNode rolling = Json.child(strategy, "rollingUpdate");
            Json.putIfAbsent(rolling, "maxUnavailable", missing);
            Json.putIfAbsent(rolling, "maxSurge", surge);
        }
    }

    private static void statefulSet(ObjectNode spec) {
        ObjectNode strategy = Json.child(spec, "updateStrategy");
        Json.putIfAbsent(strategy, "type", "RollingUpdate");
        if (Json.text(strategy, "type").equals("RollingUpdate")) {
            Json.putIfAbsent(Json.child(strategy, "rollingUpdate"), "partition", 0);
        }
        ObjectNode retention = Json.child(spec, "persistentVolumeClaimRetentionPolicy");
        Json.putIfAbsent(retention, "whenDeleted", "Retain");
        Json.putIfAbsent(retention, "whenScaled", "Retain");
    }

    @Override
    void check(ObjectNode object, Complaints out) {
        JsonNode spec = object.path("spec");
        Numbers.notNegative(spec, "replicas", SPEC, out);
        Numbers.notNegative(spec, "minReadySeconds", SPEC, out);
        Numbers.notNegative(spec, "revisionHistoryLimit", SPEC, out);
        JsonNode template = spec.path("template");
        JsonNode labels = template.path("metadata").path("labels");
        selector(spec, labels, out);
        PodSpecCheck.template(template, SPEC.child("template"), out);
        String policy = Json.text(template.path("spec"), "restartPolicy");
        if (!policy.isEmpty() && !policy.equals("Always")) {
            out.unsupported(
                    SPEC.child("template", "spec", "restartPolicy"), policy, List.of("Always"));
        }
    }

    private void selector(JsonNode spec, JsonNode labels, Complaints out) {
        Path path = SPEC.child("selector");
        if (kind.equals("ReplicationController")) {
            return;
        }
        JsonNode selector = spec.get("selector");
        if (selector == null) {
            out.required(path, "");
            return;
        }
        LabelCheck.selector(selector, path, out);
        if (selector.isEmpty()) {
            out.invalid(
                    path,
                    selector,
                    "empty selector is invalid for " + kind.toLowerCase(Locale.ROOT));
        } else if (!LabelCheck.matches(selector, labels)) {
            out.invalid(
                    SPEC.child("template", "metadata", "labels"),
                    Json.sorted(labels),
                    "`selector` does not match template `labels`");
        }
    }

    @Override
    void checkChange(ObjectNode object, ObjectNode old, Complaints out) {
        JsonNode now = object.path("spec").get("selector");
        if (!kind.equals("ReplicationController")
                && !Objects.equals(now, old.path("spec").get("selector"))) {
            out.invalid(SPEC.child("selector"), now, "field is immutable");
        }
    }
}
