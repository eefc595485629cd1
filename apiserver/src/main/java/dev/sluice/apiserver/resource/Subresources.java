package dev.sluice.apiserver.resource;

import dev.sluice.apiserver.error.ApiError;
import dev.sluice.apiserver.extension.ContainerOutput;
import dev.sluice.apiserver.http.ApiRequest;
import dev.sluice.apiserver.http.ApiResponse;
import dev.sluice.apiserver.kind.Kind;
import dev.sluice.apiserver.security.AccountTokens;
import dev.sluice.apiserver.security.User;
import org.jspecify.annotations.Nullable;

/// What is served below an object: `status`, `scale`, `binding`, `eviction`, … (H1.25–H1.29).
final class Subresources {
    private final Updates updates;
    private final Patches patches;
    private final Reads reads;
    private final Scales scales;
    private final Bindings bindings;
    private final Evictions evictions;
    private final Logs logs;
    private final Tokens tokens;

    Subresources(
            Writes writes,
            Updates updates,
            Patches patches,
            Reads reads,
            Deletes deletes,
            Body body,
            AccountTokens accountTokens) {
        this.updates = updates;
        this.patches = patches;
        this.reads = reads;
        this.scales = new Scales(writes, updates, body);
        this.bindings = new Bindings(writes, body);
        this.evictions = new Evictions(writes, deletes, body);
        this.logs = new Logs(writes);
        this.tokens = new Tokens(writes, body, accountTokens);
    }

    void serveLogs(ContainerOutput output) {
        logs.serve(output);
    }

    ApiResponse handle(ApiRequest request, Route route, User user) {
        Kind.Subresource subresource = named(route.subresource());
        if (subresource == null || !route.kind().subresources().contains(subresource)) {
            return unserved(route);
        }
        return switch (subresource) {
            case STATUS, EPHEMERAL_CONTAINERS, RESIZE, APPROVAL -> ordinary(request, route, user);
            case FINALIZE -> {
                only(request, "PUT");
                yield updates.put(request, route, user);
            }
            case SCALE -> scales.handle(request, route, user);
            case BINDING -> {
                only(request, "POST");
                yield bindings.bind(request, route, user);
            }
            case EVICTION -> {
                only(request, "POST");
                yield evictions.evict(request, route, user);
            }
            case LOG -> {
                only(request, "GET");
                yield logs.read(request, route);
            }
            case EXEC, ATTACH, PORTFORWARD, PROXY -> throw notRun(route);
            case PENDING_WORKLOADS -> unserved(route);
            case TOKEN -> {
                only(request, "POST");
                yield tokens.issue(request, route);
            }
        };
    }

    /// `POST …/bindings`: the same as `pods/{name}/binding` (H1.27).
    ApiResponse bind(ApiRequest request, Route route, User user) {
        return bindings.bind(request, route, user);
    }

    private ApiResponse ordinary(ApiRequest request, Route route, User user) {
        return switch (request.method()) {
            case "GET" -> reads.get(request, route);
            case "PUT" -> updates.put(request, route, user);
            case "PATCH" -> patches.patch(request, route, user);
            default -> throw Route.methodNotAllowed();
        };
    }

    private static ApiError notRun(Route route) {
        return new ApiError(
                405,
                "MethodNotAllowed",
                route.kind().plural()
                        + "/"
                        + route.subresource()
                        + " is not supported: no containers are run here",
                ApiError.Details.EMPTY);
    }

    private static ApiResponse unserved(Route route) {
        // recorded: custom kinds speak of the object, built-in ones of the path
        throw route.kind().builtIn() ? Route.unknown() : route.notFound();
    }

    private static void only(ApiRequest request, String method) {
        if (!request.method().equals(method)) {
            throw Route.methodNotAllowed();
        }
    }

    private static Kind.@Nullable Subresource named(String word) {
        return switch (word) {
            case "exec" -> Kind.Subresource.EXEC;
            case "attach" -> Kind.Subresource.ATTACH;
            case "portforward" -> Kind.Subresource.PORTFORWARD;
            case "proxy" -> Kind.Subresource.PROXY;
            case "status" -> Kind.Subresource.STATUS;
            case "scale" -> Kind.Subresource.SCALE;
            case "binding" -> Kind.Subresource.BINDING;
            case "eviction" -> Kind.Subresource.EVICTION;
            case "log" -> Kind.Subresource.LOG;
            case "token" -> Kind.Subresource.TOKEN;
            case "finalize" -> Kind.Subresource.FINALIZE;
            case "approval" -> Kind.Subresource.APPROVAL;
            case "ephemeralcontainers" -> Kind.Subresource.EPHEMERAL_CONTAINERS;
            case "resize" -> Kind.Subresource.RESIZE;
            default -> null;
        };
    }
}
