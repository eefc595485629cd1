package dev.sluice.apiserver.resource;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.admission.AdmissionChain;
import dev.sluice.apiserver.admission.ObjectReader;
import dev.sluice.apiserver.extension.ContainerOutput;
import dev.sluice.apiserver.http.ApiRequest;
import dev.sluice.apiserver.http.ApiResponse;
import dev.sluice.apiserver.kind.Answering;
import dev.sluice.apiserver.kind.Kind;
import dev.sluice.apiserver.security.AccountTokens;
import dev.sluice.apiserver.security.User;
import dev.sluice.apiserver.store.Store;
import dev.sluice.apiserver.watch.WatchHub;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Set;

/// Serves every kind: what differs between kinds hangs on the [Kind], never on code here (H1.20–H1.27).
public final class ResourceHandler {
    private static final Set<String> REVIEWS =
            Set.of("authentication.k8s.io", "authorization.k8s.io");

    private final Reads reads;
    private final Creates creates;
    private final Updates updates;
    private final Patches patches;
    private final Deletes deletes;
    private final Subresources subresources;
    private final CustomDefinitions definitions;
    private final Reviews reviews;
    private final Body body;

    public ResourceHandler(
            Store store,
            WatchHub hub,
            Versions versions,
            AdmissionChain admission,
            ObjectReader objects,
            InstantSource clock,
            Duration bookmarkInterval,
            CustomDefinitions definitions,
            Reviews reviews,
            AccountTokens tokens) {
        this.definitions = definitions;
        this.reviews = reviews;
        Render render = new Render(versions, clock);
        this.body = new Body(new KindProtobuf(), versions);
        Writes writes = new Writes(store, versions, admission, objects, clock);
        this.reads = new Reads(store, hub, versions, render, bookmarkInterval);
        this.creates = new Creates(writes, body, render);
        this.updates = new Updates(writes, creates, body, render);
        this.patches = new Patches(writes, creates, updates, body);
        this.deletes = new Deletes(writes, body, render);
        this.subresources =
                new Subresources(writes, updates, patches, reads, deletes, body, tokens);
    }

    /// Serves one request for a resource.
    public ApiResponse handle(ApiRequest request, Route route, User user) {
        ApiResponse answer = answer(request, route, user);
        if (CustomDefinitions.isDefinition(route.kind()) && !request.method().equals("GET")) {
            definitions.settle();
        }
        return answer;
    }

    /// Lets whoever runs the containers tell what they write.
    public void serveLogs(ContainerOutput output) {
        subresources.serveLogs(output);
    }

    private ApiResponse answer(ApiRequest request, Route route, User user) {
        Answering answering = route.kind().rules().answering();
        if (answering != null) {
            return extension(answering, request, route);
        }
        if (!route.subresource().isEmpty()) {
            return subresources.handle(request, route, user);
        }
        Kind kind = route.kind();
        if (route.name().isEmpty()) {
            boolean everywhere = kind.namespaced() && route.namespace().isEmpty();
            return switch (request.method()) {
                case "GET" -> {
                    allow(kind, "list");
                    yield reads.listOrWatch(request, route);
                }
                case "POST" -> {
                    allow(kind, everywhere ? "nothing" : "create");
                    if (kind.group().isEmpty() && kind.plural().equals("bindings")) {
                        yield subresources.bind(request, route, user);
                    }
                    if (REVIEWS.contains(kind.group()) && kind.builtIn()) {
                        yield review(request, route, user);
                    }
                    yield creates.create(request, route, user);
                }
                case "DELETE" -> {
                    allow(kind, everywhere ? "nothing" : "deletecollection");
                    yield deletes.deleteCollection(request, route, user);
                }
                default -> throw Route.methodNotAllowed();
            };
        }
        return switch (request.method()) {
            case "GET" -> {
                allow(kind, "get");
                yield request.flag("watch")
                        ? reads.listOrWatch(request, route)
                        : reads.get(request, route);
            }
            case "PUT" -> {
                allow(kind, "update");
                yield updates.put(request, route, user);
            }
            case "PATCH" -> {
                allow(kind, "patch");
                yield patches.patch(request, route, user);
            }
            case "DELETE" -> {
                allow(kind, "delete");
                yield deletes.delete(request, route, user);
            }
            default -> throw Route.methodNotAllowed();
        };
    }

    private static ApiResponse extension(Answering answering, ApiRequest request, Route route) {
        if (!request.method().equals("GET")) {
            throw Route.methodNotAllowed();
        }
        ObjectNode answer =
                answering.answer(
                        new Answering.Question(
                                route.namespace(),
                                route.name(),
                                route.subresource(),
                                request.query()));
        if (answer == null) {
            throw route.notFound();
        }
        return Answers.json(200, answer);
    }

    /// A question is answered, not stored (H7.7).
    private ApiResponse review(ApiRequest request, Route route, User user) {
        Form form = Form.negotiate(request, route);
        Body.Decoded decoded =
                body.object(
                        request,
                        route.kind(),
                        WriteOptions.of(request, "CreateOptions", "", Instant.EPOCH).validation());
        ObjectNode review = decoded.object();
        route.kind().rules().applyDefaults(review);
        Metadata.of(review);
        reviews.answer(route.kind(), route.namespace(), review, user);
        return Answers.of(201, form, Render.bytes(review, form.yaml()), decoded.warnings());
    }

    private static void allow(Kind kind, String verb) {
        if (!kind.rules().verbs().contains(verb)) {
            throw Route.methodNotAllowed();
        }
    }
}
