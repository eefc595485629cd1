package dev.sluice.apiserver.table;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.kind.Column;
import dev.sluice.apiserver.transcripts.Recording;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/// H1.53, H1.54: the rows that the reference API server printed for pods in all states.
class RecordedPodRowsTest {
    private static final Instant NOW = Instant.parse("2024-01-03T00:00:00Z");

    @Test
    void podsReadAsRecorded() {
        Map<String, ObjectNode> pods = new HashMap<>();
        int compared = 0;
        for (Recording recording : Recording.of("table", "pods")) {
            String path = recording.request().path("path").asText();
            ObjectNode body = recording.body();
            if (body != null && path.endsWith("/pods")) {
                pods.put(body.path("metadata").path("name").asText(), asNew(body));
            } else if (body != null && path.endsWith("/status")) {
                String name = path.replaceFirst("/status$", "").replaceFirst(".*/", "");
                Objects.requireNonNull(pods.get(name), name).set("status", body.get("status"));
            } else {
                for (JsonNode row : recording.answer().path("rows")) {
                    String name = row.path("cells").path(0).asText();
                    compare(Objects.requireNonNull(pods.get(name), name), row.path("cells"));
                    compared++;
                }
            }
        }
        assertThat(compared).isGreaterThan(20);
    }

    private static ObjectNode asNew(ObjectNode pod) {
        ObjectNode status = pod.putObject("status").put("phase", "Pending");
        if (pod.path("spec").has("schedulingGates")) {
            status.putArray("conditions")
                    .addObject()
                    .put("type", "PodScheduled")
                    .put("status", "False")
                    .put("reason", "SchedulingGated");
        }
        return pod;
    }

    private static void compare(ObjectNode pod, JsonNode cells) {
        List<String> found = new ArrayList<>();
        List<String> wanted = new ArrayList<>();
        List<Column> columns = BuiltInColumns.of("core.Pod");
        for (int i = 0; i < columns.size(); i++) {
            if (!columns.get(i).name().equals("Age")) {
                found.add(String.valueOf(columns.get(i).cell().of(pod, NOW)));
                wanted.add(cells.get(i).toString().replace("<age>", "2d"));
            }
        }
        assertThat(found).isEqualTo(wanted);
    }
}
