package dev.sluice.cli.explain;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/// The explanation of a pod, as the server answers it, in lines for people: of one that waits for its admission what that waits
/// for, of any other what the scheduler says.
public final class QueuedPod {
    private static final String OURS = "kueue.x-k8s.io";

    private QueuedPod() {}

    /// The Workload to explain instead; empty when the pod waits for none, or has none.
    public static String workload(JsonNode explanation) {
        return explanation.path("queueing").path("workload").asText();
    }

    /// The lines before those of its Workload, or all where there is none.
    public static List<String> lines(JsonNode explanation) {
        List<String> lines = new ArrayList<>();
        JsonNode queueing = explanation.path("queueing");
        if (queueing.isMissingNode() || isHeldByOthers(explanation)) {
            lines.add(explanation.path("message").asText());
        }
        if (queueing.isMissingNode()) {
            return lines;
        }
        String pod =
                "Pod %s/%s"
                        .formatted(
                                explanation.at("/metadata/namespace").asText(),
                                explanation.at("/metadata/name").asText());
        String group = queueing.path("group").asText();
        String workload = workload(explanation);
        if (!workload.isEmpty()) {
            lines.add(
                    "%s waits for the admission of its Workload%s."
                            .formatted(pod, group.isEmpty() ? "" : ", that of its group " + group));
            return lines;
        }
        List<String> obstacles = new ArrayList<>();
        queueing.path("obstacles").forEach(obstacle -> obstacles.add(obstacle.asText()));
        String who =
                group.isEmpty() ? pod : "Group %s of pod %s".formatted(group, pod.substring(4));
        lines.add(
                obstacles.isEmpty()
                        ? who + " has no Workload yet."
                        : who + " has no Workload: " + Sentence.of(String.join("; ", obstacles)));
        return lines;
    }

    /// Whether a gate has to be removed by somebody else than who admits it.
    private static boolean isHeldByOthers(JsonNode explanation) {
        for (JsonNode gate : explanation.path("gates")) {
            if (!gate.path("owner").asText().equals(OURS)) {
                return true;
            }
        }
        return false;
    }
}
