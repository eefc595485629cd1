package dev.sluice.apiserver.table;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.type.Times;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What a pod's row says in a word, and the counts beside it (H1.53, H1.54).
///
/// @param total containers and sidecars
/// @param lastRestart when a container last ended that runs again, or null
record PodStatusText(
        String reason, int ready, int total, int restarts, @Nullable Instant lastRestart) {

    static PodStatusText of(ObjectNode pod) {
        return new Walk(pod).result();
    }

    /// `3` or `3 (5m ago)`.
    String restartsText(Instant now) {
        if (restarts == 0 || lastRestart == null) {
            return Integer.toString(restarts);
        }
        return restarts + " (" + Ages.of(Duration.between(lastRestart, now)) + " ago)";
    }

    private static final class Walk {
        private final JsonNode spec;
        private final JsonNode status;
        private final ObjectNode pod;
        private final Map<String, Boolean> sidecars = new HashMap<>();
        private String reason;
        private int ready;
        private int total;
        private int restarts;
        private int sidecarRestarts;
        private @Nullable Instant last;
        private @Nullable Instant lastOfSidecars;

        Walk(ObjectNode pod) {
            this.pod = pod;
            this.spec = pod.path("spec");
            this.status = pod.path("status");
            this.reason =
                    text(status, "reason").isEmpty()
                            ? text(status, "phase")
                            : text(status, "reason");
            this.total = spec.path("containers").size();
            for (JsonNode container : spec.path("initContainers")) {
                boolean sidecar = text(container, "restartPolicy").equals("Always");
                sidecars.put(text(container, "name"), sidecar);
                total += sidecar ? 1 : 0;
            }
        }

        PodStatusText result() {
            JsonNode scheduled = condition("PodScheduled");
            if (scheduled != null && text(scheduled, "reason").equals("SchedulingGated")) {
                reason = "SchedulingGated";
            }
            boolean initializing = initContainers();
            JsonNode initialized = condition("Initialized");
            if (!initializing
                    || (initialized != null && text(initialized, "status").equals("True"))) {
                restarts = sidecarRestarts;
                last = lastOfSidecars;
                containers();
            }
            deletion();
            return new PodStatusText(reason, ready, total, restarts, last);
        }

        /// @return whether one of them stopped the walk
        private boolean initContainers() {
            int index = 0;
            for (JsonNode container : status.path("initContainerStatuses")) {
                boolean sidecar = sidecars.getOrDefault(text(container, "name"), false);
                count(container);
                if (sidecar) {
                    sidecarRestarts += container.path("restartCount").asInt();
                    lastOfSidecars = later(lastOfSidecars, ended(container));
                }
                JsonNode state = container.path("state");
                JsonNode terminated = state.get("terminated");
                if (terminated != null && terminated.path("exitCode").asInt() == 0) {
                    index++;
                    continue;
                }
                if (sidecar && container.path("started").asBoolean()) {
                    ready += container.path("ready").asBoolean() ? 1 : 0;
                    index++;
                    continue;
                }
                reason = "Init:" + initReason(state, index);
                return true;
            }
            return false;
        }

        private String initReason(JsonNode state, int index) {
            JsonNode terminated = state.get("terminated");
            if (terminated != null) {
                return ending(terminated);
            }
            String waiting = text(state.path("waiting"), "reason");
            return waiting.isEmpty() || waiting.equals("PodInitializing")
                    ? index + "/" + spec.path("initContainers").size()
                    : waiting;
        }

        private void containers() {
            boolean running = false;
            String error = "";
            JsonNode statuses = status.path("containerStatuses");
            for (int i = statuses.size() - 1; i >= 0; i--) {
                JsonNode container = statuses.get(i);
                count(container);
                JsonNode state = container.path("state");
                String waiting = text(state.path("waiting"), "reason");
                JsonNode terminated = state.get("terminated");
                if (!waiting.isEmpty()) {
                    reason = waiting;
                } else if (terminated != null) {
                    reason = ending(terminated);
                    if (terminated.path("exitCode").asInt() != 0) {
                        error = reason;
                    }
                } else if (container.path("ready").asBoolean() && state.has("running")) {
                    running = true;
                    ready++;
                }
            }
            if (reason.equals("Completed")) {
                if (running) {
                    JsonNode isReady = condition("Ready");
                    boolean yes = isReady != null && text(isReady, "status").equals("True");
                    reason = yes ? "Running" : error.isEmpty() ? "NotReady" : error;
                } else if (!error.isEmpty()) {
                    reason = error;
                }
            }
        }

        private void deletion() {
            if (!pod.path("metadata").hasNonNull("deletionTimestamp")) {
                return;
            }
            String phase = text(status, "phase");
            if (text(status, "reason").equals("NodeLost")) {
                reason = "Unknown";
            } else if (!phase.equals("Succeeded") && !phase.equals("Failed")) {
                reason = "Terminating";
            }
        }

        private void count(JsonNode container) {
            restarts += container.path("restartCount").asInt();
            last = later(last, ended(container));
        }

        private static String ending(JsonNode terminated) {
            if (!text(terminated, "reason").isEmpty()) {
                return text(terminated, "reason");
            }
            int signal = terminated.path("signal").asInt();
            return signal != 0
                    ? "Signal:" + signal
                    : "ExitCode:" + terminated.path("exitCode").asInt();
        }

        private static @Nullable Instant ended(JsonNode container) {
            String time = text(container.path("lastState").path("terminated"), "finishedAt");
            return time.isEmpty() ? null : Times.parse(time);
        }

        private static @Nullable Instant later(@Nullable Instant one, @Nullable Instant other) {
            return one == null || (other != null && other.isAfter(one)) ? other : one;
        }

        private @Nullable JsonNode condition(String type) {
            for (JsonNode condition : status.path("conditions")) {
                if (text(condition, "type").equals(type)) {
                    return condition;
                }
            }
            return null;
        }

        private static String text(JsonNode parent, String name) {
            return parent.path(name).asText("");
        }
    }
}
