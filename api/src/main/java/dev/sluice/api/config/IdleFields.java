package dev.sluice.api.config;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;

/// Fields of the file that belong to the format, are checked, and change nothing here. A file written for the peer may set
/// them; whoever does is told so at the start.
public final class IdleFields {
    private static final String INSIDE =
            "the API server is inside the same process, and serves this at its own address";
    private static final String ONE_PROCESS = "there is one process, which always acts";
    private static final String NO_WEBHOOKS =
            "what is written is checked inside the API server, without webhooks";
    private static final String METRICS_ADDRESS = "metrics.bindAddress";

    /// The one address that is obeyed.
    private static final String OFF = "0";

    private static final SequencedMap<String, String> REASONS = reasons();

    private IdleFields() {}

    private static SequencedMap<String, String> reasons() {
        SequencedMap<String, String> reasons = new LinkedHashMap<>();
        reasons.put("webhook", NO_WEBHOOKS);
        reasons.put("internalCertManagement", NO_WEBHOOKS);
        reasons.put("health", INSIDE);
        reasons.put("visibilityServer", INSIDE);
        reasons.put(
                METRICS_ADDRESS,
                "/metrics is a path of the API server's own address; \"0\" switches it off");
        reasons.put("pprofBindAddress", "there is nothing of the kind to look at");
        reasons.put("leaderElection", ONE_PROCESS);
        reasons.put("controller.cacheSyncTimeout", "a start waits for what it reads");
        reasons.put("tls", INSIDE);
        reasons.put("clientConnection", "requests inside the process have no limit of rate");
        reasons.put("metrics.customLabels", "metrics have no labels of the user yet");
        reasons.put("integrations.externalFrameworks", "only kinds of the list are queued");
        reasons.put(
                "multiKueue.externalFrameworks",
                "only jobs of the kinds in integrations.frameworks are sent to other clusters");
        reasons.put("multiKueue.clusterProfile", "clusters are reached by their kubeconfigs");
        reasons.put("integrations.podOptions", "the peer dropped it with v1beta2");
        reasons.put("queueVisibility", "the peer dropped it with v1beta2");
        return reasons;
    }

    /// Each such field, or section, with the reason; paths have dots.
    public static Map<String, String> all() {
        return REASONS;
    }

    /// A line for each one that a file sets to something that is not obeyed.
    static List<String> setIn(JsonNode file) {
        List<String> lines = new ArrayList<>();
        REASONS.forEach(
                (path, reason) -> {
                    JsonNode value = file.at("/" + path.replace('.', '/'));
                    if (!value.isMissingNode()
                            && !value.isNull()
                            && !(path.equals(METRICS_ADDRESS) && value.asText().equals(OFF))) {
                        lines.add(path + " has no effect: " + reason);
                    }
                });
        return lines;
    }
}
