package dev.sluice.apiserver.http;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.access.AccessControl;
import dev.sluice.apiserver.audit.AuditLog;
import dev.sluice.apiserver.discovery.Discovery;
import dev.sluice.apiserver.discovery.Health;
import dev.sluice.apiserver.discovery.ServerVersion;
import dev.sluice.apiserver.error.ApiError;
import dev.sluice.apiserver.kind.KindRegistry;
import dev.sluice.apiserver.protobuf.StatusMessage;
import dev.sluice.apiserver.resource.Answers;
import dev.sluice.apiserver.resource.ResourceHandler;
import dev.sluice.apiserver.resource.Route;
import dev.sluice.apiserver.security.User;
import dev.sluice.apiserver.store.StoreReadOnly;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The way of every request, wherever it came from: may this user do it, where does it go, and how is a refusal told.
public final class RequestChain {
    private static final String PROTOBUF = "application/vnd.kubernetes.protobuf";

    private static final Logger LOG = LoggerFactory.getLogger(RequestChain.class);

    private final @Nullable AuditLog audit;
    private final AccessControl access;
    private final KindRegistry kinds;
    private final Discovery discovery;
    private final Health health;
    private final ResourceHandler resources;
    private final OtherPaths others;

    /// Paths that are neither resources nor discovery, such as `/openapi`.
    @FunctionalInterface
    public interface OtherPaths {
        /// @return the answer; 404 as plain text when nothing is there
        ApiResponse handle(ApiRequest request, List<String> segments);
    }

    public RequestChain(
            AccessControl access,
            KindRegistry kinds,
            Discovery discovery,
            Health health,
            ResourceHandler resources,
            OtherPaths others,
            @Nullable AuditLog audit) {
        this.audit = audit;
        this.access = access;
        this.kinds = kinds;
        this.discovery = discovery;
        this.health = health;
        this.resources = resources;
        this.others = others;
    }

    /// Never throws for anything that a client did.
    public ApiResponse handle(ApiRequest request, User user) {
        if (audit == null) {
            return answer(request, user);
        }
        Instant received = audit.now();
        ApiResponse answer = answer(request, user);
        audit.note(request, user, answer, received);
        return answer;
    }

    /// The answer to a request whose credentials are wrong.
    public ApiResponse refuseStranger(ApiRequest request) {
        ApiResponse answer =
                Answers.refusal(new ApiError(401, "Unauthorized", "Unauthorized", null));
        if (audit != null) {
            audit.noteStranger(request, answer);
        }
        return answer;
    }

    private ApiResponse answer(ApiRequest request, User user) {
        try {
            return dispatch(request, user);
        } catch (ApiError error) {
            return PROTOBUF.equals(request.header("accept"))
                    ? Answers.refusal(error, PROTOBUF, StatusMessage.of(error))
                    : Answers.refusal(error);
        } catch (StoreReadOnly full) {
            return Answers.refusal(
                    new ApiError(500, "InternalError", String.valueOf(full.getMessage()), null));
        } catch (RuntimeException | StackOverflowError bug) {
            // the one place where our own faults end, a stack too deep among them: told to the log,
            // and to the client without
            // details
            LOG.error(
                    "A request failed by a fault of the server: {} {}",
                    request.method(),
                    request.path(),
                    bug);
            return Answers.refusal(
                    new ApiError(
                            500,
                            "InternalError",
                            "Internal error occurred: "
                                    + bug.getClass().getSimpleName()
                                    + " (see the server's log)",
                            null));
        }
    }

    private ApiResponse dispatch(ApiRequest request, User authenticated) {
        List<String> segments = segments(request.path());
        String first = segments.isEmpty() ? "" : segments.getFirst();
        User user = access.admit(request, authenticated, segments);
        return switch (first) {
            case "" -> Answers.json(200, paths());
            case "version" -> Answers.json(200, ServerVersion.document());
            case "healthz", "livez", "readyz" -> health.handle(request, segments);
            case "api", "apis" -> api(request, user, segments);
            default -> others.handle(request, segments);
        };
    }

    private ApiResponse api(ApiRequest request, User user, List<String> segments) {
        int discoveryDepth = segments.getFirst().equals("api") ? 2 : 3;
        if (segments.size() <= discoveryDepth) {
            return discovery.handle(request, segments);
        }
        return switch (Route.find(kinds.view(), segments)) {
            case Route.Found.Resource(Route route) -> resource(request, route, user);
            case Route.Found.Unknown _ -> throw Route.unknown();
            case Route.Found.Elsewhere _ -> Discovery.notFound();
        };
    }

    /// A deprecated version says so in every answer, in refusals too (H4.32).
    private ApiResponse resource(ApiRequest request, Route route, User user) {
        String deprecation = route.kind().rules().deprecation();
        if (deprecation.isEmpty()) {
            return resources.handle(request, route, user);
        }
        ApiResponse answer;
        try {
            answer = resources.handle(request, route, user);
        } catch (ApiError error) {
            answer = Answers.refusal(error);
        }
        return Answers.warned(answer, deprecation);
    }

    /// The parts of a path; empty ones do not count.
    static List<String> segments(String path) {
        List<String> segments = new ArrayList<>();
        for (String segment : path.split("/", -1)) {
            if (!segment.isEmpty()) {
                segments.add(segment);
            }
        }
        return segments;
    }

    private ObjectNode paths() {
        ObjectNode document = JsonNodeFactory.instance.objectNode();
        ArrayNode paths = document.putArray("paths");
        KindRegistry.View view = kinds.view();
        List<String> all = new ArrayList<>(List.of("/api", "/api/v1", "/apis"));
        for (String group : view.groups()) {
            if (!group.isEmpty()) {
                all.add("/apis/" + group);
                view.versions(group).forEach(v -> all.add("/apis/" + group + "/" + v));
            }
        }
        all.addAll(
                List.of("/healthz", "/livez", "/openapi/v2", "/openapi/v3", "/readyz", "/version"));
        all.stream().sorted().forEach(paths::add);
        return document;
    }
}
