package dev.sluice.cli.demo;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// A line of the view: what a queue has of one resource in one flavor.
///
/// @param pending workloads that wait
/// @param admitted workloads that may run
/// @param used quota that is reserved, as the server writes quantities
/// @param borrowed how much of it is more than the nominal quota
record QueueRow(
        String queue,
        int pending,
        int admitted,
        String flavor,
        String resource,
        String used,
        String nominal,
        String borrowed) {

    /// The same, told with the name of its cluster.
    ///
    /// @param cluster empty when it is the only one
    QueueRow in(String cluster) {
        return new QueueRow(
                Stage.named(cluster, queue),
                pending,
                admitted,
                flavor,
                resource,
                used,
                nominal,
                borrowed);
    }

    /// The lines of all ClusterQueues, by name, then in the order of their flavors.
    static List<QueueRow> of(JsonNode clusterQueues) {
        List<JsonNode> queues = new ArrayList<>();
        clusterQueues.path("items").forEach(queues::add);
        queues.sort(Comparator.comparing(queue -> queue.path("metadata").path("name").asText()));
        List<QueueRow> rows = new ArrayList<>();
        for (JsonNode queue : queues) {
            for (JsonNode group : queue.path("spec").path("resourceGroups")) {
                for (JsonNode flavor : group.path("flavors")) {
                    for (JsonNode quota : flavor.path("resources")) {
                        rows.add(row(queue, flavor.path("name").asText(), quota));
                    }
                }
            }
        }
        return rows;
    }

    private static QueueRow row(JsonNode queue, String flavor, JsonNode quota) {
        String resource = quota.path("name").asText();
        JsonNode status = queue.path("status");
        JsonNode usage =
                named(named(status.path("flavorsReservation"), flavor).path("resources"), resource);
        return new QueueRow(
                queue.path("metadata").path("name").asText(),
                status.path("pendingWorkloads").asInt(),
                status.path("admittedWorkloads").asInt(),
                flavor,
                resource,
                usage.path("total").asText("0"),
                quota.path("nominalQuota").asText(),
                usage.path("borrowed").asText("0"));
    }

    private static JsonNode named(JsonNode list, String name) {
        for (JsonNode element : list) {
            if (element.path("name").asText().equals(name)) {
                return element;
            }
        }
        return list.path("none");
    }
}
