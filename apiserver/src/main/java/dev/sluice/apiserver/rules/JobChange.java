package dev.sluice.apiserver.rules;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Objects;

/// Checks what an update changes in a Job (H8.23, H8.24).
final class JobChange {
    private static final Path SPEC = Path.of("spec");
    private static final String IMMUTABLE = "field is immutable";

    private final ObjectNode old;
    private final ObjectNode spec;
    private final ObjectNode oldSpec;
    private final Complaints out;

    JobChange(ObjectNode job, ObjectNode old, Complaints out) {
        this.old = old;
        this.spec = Json.object(job, "spec");
        this.oldSpec = Json.object(old, "spec");
        this.out = out;
    }

    void check() {
        completions();
        for (String field :
                List.of(
                        "selector",
                        "completionMode",
                        "podFailurePolicy",
                        "backoffLimitPerIndex",
                        "managedBy",
                        "successPolicy")) {
            immutable(field);
        }
        template();
    }

    private void immutable(String field) {
        if (!Objects.equals(spec.get(field), oldSpec.get(field))) {
            out.invalid(SPEC.child(field), spec.get(field), IMMUTABLE);
        }
    }

    /// An Indexed Job may be resized: completions and parallelism together.
    private void completions() {
        Long now = Json.number(spec, "completions");
        Long before = Json.number(oldSpec, "completions");
        if (JobRules.isIndexed(spec) && now == null) {
            out.required(SPEC.child("completions"), "when completion mode is Indexed");
            return;
        }
        if (Objects.equals(now, before)) {
            return;
        }
        if (!JobRules.isIndexed(spec)) {
            out.invalid(SPEC.child("completions"), now, IMMUTABLE);
        } else if (!Objects.equals(now, Json.number(spec, "parallelism"))) {
            out.invalid(
                    SPEC.child("completions"),
                    now,
                    "can only be modified in tandem with parallelism");
        }
    }

    private void template() {
        JsonNode now = spec.path("template");
        JsonNode before = oldSpec.path("template");
        if (now.equals(before)) {
            return;
        }
        if (!mayBePlacedAnew()) {
            out.invalid(SPEC.child("template"), now, IMMUTABLE);
            return;
        }
        ObjectNode rest = Json.object(now, "spec").deepCopy();
        ObjectNode oldPod = Json.object(before, "spec");
        for (String free : List.of("nodeSelector", "tolerations", "schedulingGates")) {
            Json.copy(oldPod, rest, free);
        }
        nodeAffinity(rest, oldPod);
        for (String list : List.of("containers", "initContainers")) {
            resources(rest.path(list), oldPod.path(list));
        }
        if (!rest.equals(oldPod)) {
            out.invalid(SPEC.child("template", "spec"), now.path("spec"), IMMUTABLE);
        }
    }

    /// H8.24: the old object decides, so that one patch may place the pods and let them go.
    private boolean mayBePlacedAnew() {
        JsonNode status = old.path("status");
        boolean quiet = Json.number(status, "active", 0) == 0;
        boolean neverStarted = !status.has("startTime");
        return Json.flag(oldSpec, "suspend")
                && quiet
                && (neverStarted
                        || Json.hasCondition(status.path("conditions"), "Suspended", "True"));
    }

    private static void nodeAffinity(ObjectNode rest, ObjectNode oldPod) {
        ObjectNode affinity = Json.child(rest, "affinity");
        Json.copy(Json.object(oldPod, "affinity"), affinity, "nodeAffinity");
        if (affinity.isEmpty() && !oldPod.has("affinity")) {
            rest.remove("affinity");
        }
    }

    /// Matched by position and name.
    private static void resources(JsonNode containers, JsonNode before) {
        for (int i = 0; i < Math.min(containers.size(), before.size()); i++) {
            if (containers.get(i) instanceof ObjectNode container
                    && before.get(i) instanceof ObjectNode oldContainer
                    && Json.text(container, "name").equals(Json.text(oldContainer, "name"))) {
                Json.copy(oldContainer, container, "resources");
            }
        }
    }
}
