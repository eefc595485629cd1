package dev.sluice.conformance.lifecycle;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.conformance.embedded.Answer;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;

/// Plays the agents of all nodes of a cluster, as the node simulator of the recordings did: a pod that is bound runs and is ready at once; a running
/// pod that is deleted has ended after 0.2 s and is then removed. Annotations hold either back. Nothing completes by itself.
final class NodeAgent {
    private static final Duration TERMINATION = Duration.ofMillis(200);
    private static final String HOLD_START = "sim.example.com/hold-start";
    private static final String HOLD_TERMINATION = "sim.example.com/hold-termination";
    private static final String PATCH = "application/strategic-merge-patch+json";
    private static final int KILLED = 137;

    private final World world;
    private final Site site;
    private final Resource pods = Resource.of("Pod");
    private final Set<String> terminating = new HashSet<>();
    private final Set<String> overdue = new HashSet<>();

    NodeAgent(World world, Site site) {
        this.world = world;
        this.site = site;
    }

    /// Does what is to do now; false when there was nothing.
    boolean act() {
        AtomicBoolean acted = new AtomicBoolean();
        site.atOnce(
                () ->
                        site.send("GET", pods.collection(), null, null)
                                .body()
                                .path("items")
                                .forEach(pod -> acted.compareAndSet(false, act(pod))));
        return acted.get();
    }

    private boolean act(JsonNode pod) {
        if (pod.path("spec").path("nodeName").asText().isEmpty()) {
            return false;
        }
        String phase = pod.path("status").path("phase").asText();
        if (pod.path("metadata").has("deletionTimestamp")) {
            return !annotated(pod, HOLD_TERMINATION) && terminate(pod, phase);
        }
        if (phase.equals("Pending") && !annotated(pod, HOLD_START)) {
            start(pod);
            return true;
        }
        return false;
    }

    private static boolean annotated(JsonNode pod, String key) {
        return pod.path("metadata").path("annotations").has(key);
    }

    private boolean terminate(JsonNode pod, String phase) {
        String uid = pod.path("metadata").path("uid").asText();
        if (phase.equals("Running")) {
            if (overdue.remove(uid)) {
                end(pod, Step.Phase.FAILED, KILLED, "");
                return true;
            }
            if (terminating.add(uid)) {
                world.at(world.now().plus(TERMINATION), () -> overdue.add(uid));
            }
            return false;
        }
        boolean held = pod.path("metadata").path("deletionGracePeriodSeconds").asInt() == 0;
        if (held) {
            return false;
        }
        site.send("DELETE", pods.one(name(pod)), "application/json", "{\"gracePeriodSeconds\":0}");
        return true;
    }

    /// What a step of the scenario makes an agent say about a pod.
    Answer report(JsonNode pod, Step.NodeReport report) {
        return switch (report.phase()) {
            case RUNNING -> status(pod, withReadiness(phase("Running"), "True", ""));
            case NOT_READY ->
                    status(
                            pod,
                            withReadiness(
                                    JsonNodeFactory.instance.objectNode(),
                                    "False",
                                    "ContainersNotReady"));
            case SUCCEEDED, FAILED -> end(pod, report.phase(), report.exitCode(), report.message());
        };
    }

    private void start(JsonNode pod) {
        ObjectNode status = withReadiness(phase("Running"), "True", "");
        condition((ArrayNode) status.get("conditions"), "Initialized", "True", "");
        status.put("startTime", time());
        ArrayNode containers = status.putArray("containerStatuses");
        for (JsonNode container : pod.path("spec").path("containers")) {
            ObjectNode running = containerStatus(containers, container, true);
            running.putObject("state").putObject("running").put("startedAt", time());
        }
        status(pod, status);
    }

    private Answer end(JsonNode pod, Step.Phase phase, int exitCode, String message) {
        boolean failed = phase == Step.Phase.FAILED;
        ObjectNode status =
                withReadiness(
                        phase(failed ? "Failed" : "Succeeded"),
                        "False",
                        failed ? "PodFailed" : "PodCompleted");
        if (!message.isEmpty()) {
            status.put("message", message);
        }
        ArrayNode containers = status.putArray("containerStatuses");
        for (JsonNode container : pod.path("spec").path("containers")) {
            ObjectNode ended = containerStatus(containers, container, false);
            ended.put("started", false);
            ended.putObject("state")
                    .putObject("terminated")
                    .put("exitCode", exitCode)
                    .put("reason", failed ? "Error" : "Completed")
                    .put("startedAt", pod.path("status").path("startTime").asText(time()))
                    .put("finishedAt", time());
        }
        return status(pod, status);
    }

    private static ObjectNode containerStatus(
            ArrayNode statuses, JsonNode container, boolean ready) {
        return statuses.addObject()
                .put("name", container.path("name").asText())
                .put("image", container.path("image").asText())
                .put("imageID", "")
                .put("ready", ready)
                .put("restartCount", 0);
    }

    private static ObjectNode phase(String phase) {
        return JsonNodeFactory.instance.objectNode().put("phase", phase);
    }

    private ObjectNode withReadiness(ObjectNode status, String value, String reason) {
        ArrayNode conditions = status.putArray("conditions");
        condition(conditions, "Ready", value, reason);
        condition(conditions, "ContainersReady", value, reason);
        return status;
    }

    private void condition(ArrayNode conditions, String type, String value, String reason) {
        ObjectNode condition =
                conditions
                        .addObject()
                        .put("type", type)
                        .put("status", value)
                        .put("lastTransitionTime", time());
        if (!reason.isEmpty()) {
            condition.put("reason", reason);
        }
    }

    private Answer status(JsonNode pod, ObjectNode status) {
        ObjectNode patch = JsonNodeFactory.instance.objectNode();
        patch.set("status", status);
        return site.send("PATCH", pods.one(name(pod)) + "/status", PATCH, patch.toString());
    }

    private static String name(JsonNode pod) {
        return pod.path("metadata").path("name").asText();
    }

    private String time() {
        return timestamp(world.now());
    }

    static String timestamp(Instant instant) {
        return instant.truncatedTo(ChronoUnit.SECONDS).toString();
    }
}
