package dev.sluice.localcluster.node;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.extension.ContainerOutput;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What simulated containers write: the text of the pod's annotation `sim.sluice.dev/log`, or what the `echo`s of its
/// command print, each at its time. A program that is not understood writes nothing.
///
/// @param annotations what a pod says about its own simulation
record PodOutput(SimulationAnnotations annotations) implements ContainerOutput {
    @Override
    public List<Line> lines(ObjectNode pod, String container) {
        JsonNode status = named(pod.path("status").path("containerStatuses"), container);
        JsonNode spec = named(pod.path("spec").path("containers"), container);
        Instant started = started(status);
        if (started == null) {
            return List.of();
        }
        List<Line> lines = new ArrayList<>();
        String given =
                pod.path("metadata")
                        .path("annotations")
                        .path(annotations.prefix() + "/log")
                        .asText("");
        if (!given.isEmpty()) {
            given.lines().forEach(line -> lines.add(new Line(started, line)));
            return lines;
        }
        Instant end = time(status.path("state").path("terminated").path("finishedAt"));
        Duration passed = Duration.ZERO;
        for (Said said : Said.by(words(spec.path("command")), words(spec.path("args")))) {
            passed = passed.plus(said.pause());
            Instant at = started.plus(passed);
            if (end != null && at.isAfter(end)) {
                break;
            }
            lines.add(new Line(at, said.text()));
        }
        return lines;
    }

    private static JsonNode named(JsonNode list, String name) {
        for (JsonNode candidate : list) {
            if (candidate.path("name").asText().equals(name)) {
                return candidate;
            }
        }
        return list.path("none");
    }

    private static @Nullable Instant started(JsonNode status) {
        for (JsonNode state : List.of(status.path("state"), status.path("lastState"))) {
            for (String kind : List.of("running", "terminated")) {
                Instant time = time(state.path(kind).path("startedAt"));
                if (time != null) {
                    return time;
                }
            }
        }
        return null;
    }

    private static @Nullable Instant time(JsonNode text) {
        try {
            return text.isTextual() ? Instant.parse(text.textValue()) : null;
        } catch (DateTimeParseException somebodyElsesStatus) {
            return null;
        }
    }

    private static List<String> words(JsonNode list) {
        List<String> words = new ArrayList<>();
        list.forEach(word -> words.add(word.asText()));
        return words;
    }
}
