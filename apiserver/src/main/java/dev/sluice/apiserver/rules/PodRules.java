package dev.sluice.apiserver.rules;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.error.Cause;
import dev.sluice.apiserver.type.Times;
import dev.sluice.apiserver.type.TypeTable;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/// Rules of pods (H8.40 to H8.45).
public final class PodRules extends TypedRules {
    private static final Path SPEC = Path.of("spec");

    private final InstantSource clock;

    /// @param clock dates the condition of a gated pod
    public PodRules(TypeTable table, Traits traits, InstantSource clock) {
        super(table, "core.Pod", traits);
        this.clock = clock;
    }

    @Override
    protected void fillIn(ObjectNode pod) {
        ObjectNode spec = Json.child(pod, "spec");
        if (!spec.has("enableServiceLinks")) {
            spec.put("enableServiceLinks", true);
        }
        PodSpecDefaults.fillIn(spec);
        for (String list : List.of("containers", "initContainers")) {
            for (JsonNode container : spec.path(list)) {
                requestWhatIsLimited(container.path("resources"));
            }
        }
        requestWhatIsLimited(spec.path("resources"));
        addresses(Json.child(pod, "status"));
    }

    /// An absent request becomes the limit.
    private static void requestWhatIsLimited(JsonNode resources) {
        if (!(resources instanceof ObjectNode object) || object.path("limits").isEmpty()) {
            return;
        }
        ObjectNode requests = Json.child(object, "requests");
        for (var entry : object.get("limits").properties()) {
            if (!requests.has(entry.getKey())) {
                requests.set(entry.getKey(), entry.getValue());
            }
        }
    }

    /// `podIP` and the first of `podIPs` say the same; `podIP` wins.
    private static void addresses(ObjectNode status) {
        String ip = Json.text(status, "podIP");
        String first = Json.text(status.path("podIPs").path(0), "ip");
        if (ip.isEmpty() && !first.isEmpty()) {
            status.put("podIP", first);
        } else if (!ip.isEmpty() && !ip.equals(first)) {
            status.putArray("podIPs").addObject().put("ip", ip);
        }
    }

    @Override
    public void prepareForCreate(ObjectNode pod) {
        ObjectNode spec = Json.child(pod, "spec");
        if (Json.number(spec, "terminationGracePeriodSeconds", 0) < 0) {
            spec.put("terminationGracePeriodSeconds", 1);
        }
        ObjectNode status = pod.putObject("status");
        status.put("phase", "Pending");
        status.put("qosClass", QosClass.of(spec).text());
        if (!spec.path("schedulingGates").isEmpty()) {
            ObjectNode condition = status.putArray("conditions").addObject();
            condition.put("type", "PodScheduled").put("status", "False");
            condition.put("reason", "SchedulingGated");
            condition.put("message", "Scheduling is blocked due to non-empty scheduling gates");
            condition.put("lastTransitionTime", Times.seconds(clock.instant()));
        }
    }

    @Override
    public void prepareForUpdate(ObjectNode pod, ObjectNode old) {
        Json.copy(old, pod, "status");
    }

    @Override
    public void prepareForStatusUpdate(ObjectNode pod, ObjectNode old) {
        ObjectNode status = Json.child(pod, "status");
        Json.copy(Json.object(old, "status"), status, "qosClass");
    }

    @Override
    public List<Cause> validateCreate(ObjectNode pod) {
        Complaints out = new Complaints();
        JsonNode spec = pod.path("spec");
        PodSpecCheck.check(spec, SPEC, out);
        if (!spec.path("schedulingGates").isEmpty() && spec.has("nodeName")) {
            out.forbidden(
                    SPEC.child("nodeName"),
                    "cannot be set until all schedulingGates have been cleared");
        }
        if (!spec.path("ephemeralContainers").isEmpty()) {
            out.forbidden(SPEC.child("ephemeralContainers"), "cannot be set on create");
        }
        return out.causes();
    }

    @Override
    public List<Cause> validateUpdate(ObjectNode pod, ObjectNode old) {
        Complaints out = new Complaints();
        PodSpecCheck.check(pod.path("spec"), SPEC, out);
        new PodChange(Json.object(pod, "spec"), Json.object(old, "spec"), out).check();
        return out.causes();
    }

    @Override
    public List<Cause> validateStatusUpdate(ObjectNode pod, ObjectNode old) {
        Complaints out = new Complaints();
        String policy = Json.text(old.path("spec"), "restartPolicy");
        for (String list : List.of("initContainerStatuses", "containerStatuses")) {
            Path path = Path.of("status", list);
            restarts(
                    pod.path("status").path(list),
                    old.path("status").path(list),
                    policy,
                    path,
                    out);
        }
        return out.causes();
    }

    /// What has ended for good does not run again (H8.44).
    private static void restarts(
            JsonNode statuses, JsonNode oldStatuses, String policy, Path path, Complaints out) {
        if (policy.equals("Always")) {
            return;
        }
        for (JsonNode old : oldStatuses) {
            JsonNode ended = old.path("state").get("terminated");
            if (ended == null
                    || (policy.equals("OnFailure") && ended.path("exitCode").asInt() != 0)) {
                continue;
            }
            int i = 0;
            for (JsonNode status : statuses) {
                if (Json.text(status, "name").equals(Json.text(old, "name"))
                        && !status.path("state").has("terminated")) {
                    out.forbidden(
                            path.index(i).child("state"),
                            "may not be transitioned to non-terminated state");
                }
                i++;
            }
        }
    }

    @Override
    public List<String> warnings(ObjectNode pod) {
        List<String> warnings = new ArrayList<>();
        int i = 0;
        for (JsonNode constraint : pod.path("spec").path("topologySpreadConstraints")) {
            if (!constraint.has("labelSelector")) {
                warnings.add(
                        "spec.topologySpreadConstraints["
                                + i
                                + "].labelSelector: a null labelSelector results in matching no pod");
            }
            i++;
        }
        return warnings;
    }

    @Override
    public List<RowCondition> rowConditions(ObjectNode pod) {
        return switch (Json.text(pod.path("status"), "phase")) {
            case "Succeeded" ->
                    List.of(
                            new RowCondition(
                                    "Completed",
                                    "Succeeded",
                                    "The pod has completed successfully."));
            case "Failed" -> List.of(new RowCondition("Completed", "Failed", "The pod failed."));
            default -> List.of();
        };
    }

    /// H2.33: pods that run nowhere, or no more, need no time to end.
    @Override
    public long gracePeriodSeconds(ObjectNode pod) {
        String phase = Json.text(pod.path("status"), "phase");
        boolean ended = phase.equals("Failed") || phase.equals("Succeeded");
        if (ended || Json.text(pod.path("spec"), "nodeName").isEmpty()) {
            return 0;
        }
        return Json.number(pod.path("spec"), "terminationGracePeriodSeconds", 0);
    }

    /// They may only grow.
    @Override
    public List<Cause> validateEphemeralContainers(ObjectNode pod, ObjectNode old) {
        Complaints out = new Complaints();
        PodSpecCheck.check(pod.path("spec"), SPEC, out);
        JsonNode before = old.path("spec").path("ephemeralContainers");
        JsonNode after = pod.path("spec").path("ephemeralContainers");
        int i = 0;
        for (JsonNode container : before) {
            JsonNode now = named(after, Json.text(container, "name"));
            if (!Objects.equals(now, container)) {
                out.forbidden(
                        SPEC.child("ephemeralContainers").index(i),
                        "existing ephemeral containers \""
                                + Json.text(container, "name")
                                + "\" may not be removed or changed");
            }
            i++;
        }
        return out.causes();
    }

    private static JsonNode named(JsonNode containers, String name) {
        for (JsonNode container : containers) {
            if (Json.text(container, "name").equals(name)) {
                return container;
            }
        }
        return Json.NODES.missingNode();
    }
}
