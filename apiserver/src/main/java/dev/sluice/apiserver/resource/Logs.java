package dev.sluice.apiserver.resource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.error.ApiError;
import dev.sluice.apiserver.extension.ContainerOutput;
import dev.sluice.apiserver.http.ApiRequest;
import dev.sluice.apiserver.http.ApiResponse;
import dev.sluice.apiserver.store.StoredObject;
import dev.sluice.apiserver.type.Times;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// The `log` subresource of pods (H1.28). What containers write is told by whoever runs them; the log of one that
/// writes nothing says so, so that nobody looks for output that cannot be.
final class Logs {
    private final Writes writes;

    /// Replaced once, when the nodes are there.
    private volatile ContainerOutput output = ContainerOutput.NONE;

    Logs(Writes writes) {
        this.writes = writes;
    }

    void serve(ContainerOutput told) {
        output = told;
    }

    ApiResponse read(ApiRequest request, Route route) {
        StoredObject pod = writes.store().snapshot().get(Reads.key(route));
        if (pod == null) {
            throw route.notFound();
        }
        String container = container(request, route, pod.tree());
        JsonNode status = status(pod.tree(), container);
        boolean previous = request.flag("previous");
        if (previous || !hasStarted(status)) {
            throw ApiError.badRequest(
                    previous
                            ? "previous terminated container \"%s\" in pod \"%s\" not found"
                                    .formatted(container, route.name())
                            : "container \"%s\" in pod \"%s\" is waiting to start: %s"
                                    .formatted(
                                            container,
                                            route.name(),
                                            status.path("state")
                                                    .path("waiting")
                                                    .path("reason")
                                                    .asText("ContainerCreating")));
        }
        List<ContainerOutput.Line> lines = output.lines(pod.tree(), container);
        if (lines.isEmpty()) {
            return Answers.text(
                    200,
                    "container %s of pod %s is simulated: it runs no program and writes no output\n"
                            .formatted(container, route.name()));
        }
        return chosen(request, lines, () -> runs(pod, container));
    }

    /// The lines that are written by now and asked for; followed, the others as they come.
    private ApiResponse chosen(
            ApiRequest request, List<ContainerOutput.Line> lines, BooleanSupplier runs) {
        Instant now = writes.clock().instant();
        Instant since = since(request, now);
        boolean timestamps = request.flag("timestamps");
        List<String> written = new ArrayList<>();
        List<ContainerOutput.Line> coming = new ArrayList<>();
        for (ContainerOutput.Line line : lines) {
            if (line.time().isAfter(now)) {
                coming.add(line);
            } else if (since == null || !line.time().isBefore(since)) {
                written.add(text(line, timestamps));
            }
        }
        Long tail = number(request, "tailLines");
        if (tail != null && tail < written.size()) {
            written = written.subList((int) (written.size() - tail), written.size());
        }
        String text = String.join("", written);
        Long limit = number(request, "limitBytes");
        if (limit != null) {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            text =
                    new String(
                            bytes, 0, (int) Math.min(limit, bytes.length), StandardCharsets.UTF_8);
        }
        if (!request.flag("follow") || coming.isEmpty()) {
            return Answers.text(200, text);
        }
        return new ApiResponse.Stream(
                200,
                Map.of("Content-Type", List.of("text/plain; charset=utf-8")),
                new FollowedLog(text, coming, timestamps, writes.clock(), runs));
    }

    private boolean runs(StoredObject pod, String container) {
        StoredObject now = writes.store().snapshot().get(pod.key());
        return now != null
                && Metadata.text(now.tree(), "uid").equals(Metadata.text(pod.tree(), "uid"))
                && status(now.tree(), container).path("state").has("running");
    }

    static String text(ContainerOutput.Line line, boolean timestamps) {
        return (timestamps ? line.time() + " " : "") + line.text() + "\n";
    }

    private static @Nullable Instant since(ApiRequest request, Instant now) {
        Long seconds = number(request, "sinceSeconds");
        String time = request.parameter("sinceTime");
        if (seconds != null) {
            return now.minusSeconds(seconds);
        }
        if (time == null || time.isEmpty()) {
            return null;
        }
        try {
            return Times.parse(time);
        } catch (DateTimeParseException wrong) {
            throw ApiError.badRequest("sinceTime is \"" + time + "\", expected an RFC 3339 time");
        }
    }

    private static @Nullable Long number(ApiRequest request, String parameter) {
        String text = request.parameter(parameter);
        if (text == null || text.isEmpty()) {
            return null;
        }
        try {
            long number = Long.parseLong(text);
            if (number >= 0) {
                return number;
            }
        } catch (NumberFormatException notANumber) {
            // Said below.
        }
        throw ApiError.badRequest(parameter + " is \"" + text + "\", expected a number, 0 or more");
    }

    private static String container(ApiRequest request, Route route, ObjectNode pod) {
        JsonNode containers = pod.path("spec").path("containers");
        String container = ListOptions.text(request, "container");
        if (container.isEmpty()) {
            if (containers.size() > 1) {
                throw ApiError.badRequest(
                        "a container name must be specified for pod %s, choose one of: %s"
                                .formatted(route.name(), names(containers)));
            }
            return containers.path(0).path("name").asText();
        }
        boolean known = false;
        for (String list : List.of("containers", "initContainers", "ephemeralContainers")) {
            for (JsonNode candidate : pod.path("spec").path(list)) {
                known |= candidate.path("name").asText().equals(container);
            }
        }
        if (!known) {
            throw ApiError.badRequest(
                    "container " + container + " is not valid for pod " + route.name());
        }
        return container;
    }

    private static JsonNode status(ObjectNode pod, String container) {
        for (String list :
                List.of(
                        "containerStatuses",
                        "initContainerStatuses",
                        "ephemeralContainerStatuses")) {
            for (JsonNode status : pod.path("status").path(list)) {
                if (status.path("name").asText().equals(container)) {
                    return status;
                }
            }
        }
        return pod.path("status").path("none");
    }

    private static boolean hasStarted(JsonNode status) {
        return status.path("state").has("running")
                || status.path("state").has("terminated")
                || status.path("lastState").has("terminated");
    }

    private static String names(JsonNode containers) {
        StringBuilder names = new StringBuilder("[");
        for (JsonNode container : containers) {
            names.append(names.length() == 1 ? "" : " ").append(container.path("name").asText());
        }
        return names.append(']').toString();
    }
}
