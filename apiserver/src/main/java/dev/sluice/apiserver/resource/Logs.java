package dev.sluice.apiserver.resource;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.apiserver.error.ApiError;
import dev.sluice.apiserver.http.ApiRequest;
import dev.sluice.apiserver.http.ApiResponse;
import dev.sluice.apiserver.store.StoredObject;

/// The `log` subresource of pods (H1.28). Containers are simulated and write nothing; so that nobody looks for output
/// that cannot be, the log of a container that has started says just that.
final class Logs {
    private final Writes writes;

    Logs(Writes writes) {
        this.writes = writes;
    }

    ApiResponse read(ApiRequest request, Route route) {
        StoredObject pod = writes.store().snapshot().get(Reads.key(route));
        if (pod == null) {
            throw route.notFound();
        }
        JsonNode containers = pod.tree().path("spec").path("containers");
        String container = ListOptions.text(request, "container");
        if (container.isEmpty()) {
            if (containers.size() > 1) {
                throw ApiError.badRequest(
                        "a container name must be specified for pod "
                                + route.name()
                                + ", choose one of: "
                                + names(containers));
            }
            container = containers.path(0).path("name").asText();
        }
        for (JsonNode status : pod.tree().path("status").path("containerStatuses")) {
            boolean started =
                    status.path("state").has("running") || status.path("state").has("terminated");
            if (status.path("name").asText().equals(container) && started) {
                return Answers.text(
                        200,
                        "container %s of pod %s is simulated: it runs no program and writes no output\n"
                                .formatted(container, route.name()));
            }
        }
        boolean known = false;
        for (JsonNode candidate : containers) {
            known |= candidate.path("name").asText().equals(container);
        }
        if (!known) {
            throw ApiError.badRequest(
                    "container " + container + " is not valid for pod " + route.name());
        }
        throw ApiError.badRequest(
                "container \""
                        + container
                        + "\" in pod \""
                        + route.name()
                        + "\" is waiting to start: ContainerCreating");
    }

    private static String names(JsonNode containers) {
        StringBuilder names = new StringBuilder("[");
        for (JsonNode container : containers) {
            names.append(names.length() == 1 ? "" : " ").append(container.path("name").asText());
        }
        return names.append(']').toString();
    }
}
