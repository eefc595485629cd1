package dev.sluice.cli.explain;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.api.name.Annotations;
import dev.sluice.api.name.Labels;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Why a job has no Workload, in lines for people. Of a Deployment it is the pods that have none.
public final class UnqueuedJob {
    private UnqueuedJob() {}

    /// @param job as the server has it
    /// @param events those about it, in any order
    /// @param hasQueue whether the LocalQueue that it names is there
    /// @param workloads those of its namespace
    public static List<String> lines(
            JsonNode job, JsonNode events, boolean hasQueue, JsonNode workloads) {
        JsonNode metadata = job.path("metadata");
        String kind = job.path("kind").asText("Job");
        String name = kind + " " + name(job);
        boolean each = kind.equals("Deployment");
        boolean serves = each || kind.equals("StatefulSet");
        List<String> lines = new ArrayList<>();
        String queue = queue(job);
        String gates = metadata.path("annotations").path(Annotations.SCHEDULING_GATED_BY).asText();
        if (queue.isEmpty()) {
            lines.add(
                    "%s has no Workload%s: it names no queue (label %s)."
                            .formatted(name, each ? "s" : "", Labels.QUEUE_NAME));
        } else if (serves && !marked(job)) {
            lines.add(
                    "%s is not queued. Maybe integrations.frameworks does not name %s, or its namespace is not managed."
                            .formatted(name, kind.toLowerCase(Locale.ROOT)));
        } else if (!gates.isEmpty()) {
            lines.add(
                    "%s is held back by the annotation %s: %s. %s when that is empty."
                            .formatted(
                                    name,
                                    Annotations.SCHEDULING_GATED_BY,
                                    gates,
                                    each ? "Its pods get Workloads" : "It gets a Workload"));
        } else if (serves && job.at("/spec/replicas").asInt(1) == 0) {
            lines.add(name + " has no replicas, so there is nothing to queue.");
        } else if (!prebuilt(job).isEmpty()) {
            lines.add(name + " " + fault(prebuilt(job), workloads));
        } else {
            lines.add(name + " has no Workload in queue " + queue + " yet.");
        }
        if (!queue.isEmpty() && !hasQueue) {
            lines.add(
                    "There is no LocalQueue %s in namespace %s."
                            .formatted(queue, metadata.path("namespace").asText()));
        }
        String last = lastWarning(events);
        if (!last.isEmpty()) {
            lines.add(Sentence.of("Its last warning: " + last));
        }
        return lines;
    }

    /// With its namespace.
    public static String name(JsonNode job) {
        JsonNode metadata = job.path("metadata");
        return metadata.path("namespace").asText() + "/" + metadata.path("name").asText();
    }

    /// Whether whoever queues the pods of what serves has seen it.
    private static boolean marked(JsonNode job) {
        return job.at("/spec/template/metadata/annotations").has(Annotations.POD_SUSPENDING_PARENT);
    }

    /// The LocalQueue that a job names; empty when it names none.
    public static String queue(JsonNode job) {
        return job.path("metadata").path("labels").path(Labels.QUEUE_NAME).asText();
    }

    /// The Workload that a job names instead of having one made; empty when it names none.
    private static String prebuilt(JsonNode job) {
        JsonNode metadata = job.path("metadata");
        String annotation =
                metadata.path("annotations").path(Annotations.PREBUILT_WORKLOAD_NAME).asText();
        return annotation.isEmpty()
                ? metadata.path("labels").path(Labels.PREBUILT_WORKLOAD_NAME).asText()
                : annotation;
    }

    private static String fault(String prebuilt, JsonNode workloads) {
        for (JsonNode workload : workloads) {
            if (workload.at("/metadata/name").asText().equals(prebuilt)) {
                for (JsonNode owner : workload.at("/metadata/ownerReferences")) {
                    if (owner.path("controller").asBoolean()) {
                        return "names the prebuilt Workload %s (%s), which belongs to %s %s: it gets none."
                                .formatted(
                                        prebuilt,
                                        Labels.PREBUILT_WORKLOAD_NAME,
                                        owner.path("kind").asText(),
                                        owner.path("name").asText());
                    }
                }
                return "has not taken the prebuilt Workload %s yet.".formatted(prebuilt);
            }
        }
        return "waits for the prebuilt Workload %s (%s): missing workload, there is none of this name in its namespace."
                .formatted(prebuilt, Labels.PREBUILT_WORKLOAD_NAME);
    }

    private static String lastWarning(JsonNode events) {
        String last = "";
        String when = "";
        for (JsonNode event : events.path("items")) {
            String at = time(event);
            if (event.path("type").asText().equals("Warning") && at.compareTo(when) >= 0) {
                when = at;
                last = event.path("message").asText();
            }
        }
        return last;
    }

    /// RFC 3339, so that the texts are in the order of time up to a second.
    private static String time(JsonNode event) {
        for (String field : List.of("lastTimestamp", "eventTime")) {
            String at = event.path(field).asText("");
            if (!at.isEmpty() && !at.equals("null")) {
                return at;
            }
        }
        return event.at("/metadata/creationTimestamp").asText();
    }
}
