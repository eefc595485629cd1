package dev.sluice.apiserver.resource;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.admission.AdmissionRequest;
import dev.sluice.apiserver.apply.ManagedFields;
import dev.sluice.apiserver.error.ApiError;
import dev.sluice.apiserver.error.Cause;
import dev.sluice.apiserver.http.ApiRequest;
import dev.sluice.apiserver.http.ApiResponse;
import dev.sluice.apiserver.kind.Kind;
import dev.sluice.apiserver.security.User;
import dev.sluice.apiserver.store.Change;
import dev.sluice.apiserver.store.Commit;
import dev.sluice.apiserver.store.Draft;
import dev.sluice.apiserver.store.ObjectKey;
import java.util.ArrayList;
import java.util.List;

/// Creates objects (H2.1–H2.6, H2.25).
final class Creates {
    private static final int NAME_ATTEMPTS = 8;

    private final Writes writes;
    private final Body body;
    private final Render render;

    Creates(Writes writes, Body body, Render render) {
        this.writes = writes;
        this.body = body;
        this.render = render;
    }

    ApiResponse create(ApiRequest request, Route route, User user) {
        Form form = Form.negotiate(request.header("accept"));
        WriteOptions options =
                WriteOptions.of(request, "CreateOptions", "", writes.clock().instant());
        Body.Decoded decoded = body.object(request, route.kind(), options.validation());
        Metadata.placeInNamespace(decoded.object(), route);
        return create(decoded, route, user, options, form, true);
    }

    /// Creates what is decoded and placed.
    ///
    /// @param track false when the object's managed fields are right already (apply)
    ApiResponse create(
            Body.Decoded decoded,
            Route route,
            User user,
            WriteOptions options,
            Form form,
            boolean track) {
        ObjectNode object = decoded.object();
        Kind kind = route.kind();
        String given = Metadata.text(object, "name");
        if (kind.namespaced()) {
            writes.requireNamespace(route, given);
        }
        if (!Metadata.text(object, "resourceVersion").isEmpty()) {
            throw new ApiError(
                    500, null, "resourceVersion should not be set on objects to be created", null);
        }
        List<String> warnings = new ArrayList<>(decoded.warnings());
        String base = Metadata.text(object, "generateName");
        boolean generated = given.isEmpty() && !base.isEmpty();
        for (int attempt = 1; ; attempt++) {
            ObjectNode candidate = generated ? object.deepCopy() : object;
            String name = generated ? Metadata.generated(base) : given;
            if (generated) {
                Metadata.of(candidate).put("name", name);
            }
            List<String> found = new ArrayList<>();
            prepare(candidate, route.withName(name), user, options, track, found);
            Draft draft = writes.draft(candidate, kind);
            ObjectKey key =
                    new ObjectKey(
                            Versions.resource(kind),
                            kind.namespaced() ? route.namespace() : "",
                            name);
            Commit commit = commit(key, draft, options);
            if (commit instanceof Commit.Done done) {
                warnings.addAll(found);
                byte[] answer =
                        options.dryRun()
                                ? render.tree(candidate, kind, form, Render.Include.METADATA)
                                : render.object(
                                        done.objects().getFirst(),
                                        kind,
                                        form,
                                        Render.Include.METADATA);
                return Answers.of(201, form, answer, warnings);
            }
            if (!generated || attempt == NAME_ATTEMPTS) {
                throw ApiError.alreadyExists(kind.group(), kind.plural(), name);
            }
        }
    }

    private Commit commit(ObjectKey key, Draft draft, WriteOptions options) {
        if (!options.dryRun()) {
            return writes.commit(new Change.Put(key, draft, Change.ABSENT));
        }
        return writes.store().snapshot().get(key) == null
                ? new Commit.Done(List.of())
                : new Commit.Stale(key, null);
    }

    /// Everything between decoding and committing (H2.25).
    private void prepare(
            ObjectNode object,
            Route route,
            User user,
            WriteOptions options,
            boolean track,
            List<String> warnings) {
        Kind kind = route.kind();
        Metadata.begin(object, kind, writes.clock().instant());
        if (!kind.builtIn() && kind.subresources().contains(Kind.Subresource.STATUS)) {
            object.remove("status");
        }
        kind.rules().applyDefaults(object);
        kind.rules().prepareForCreate(object);
        if (track) {
            ManagedFields.track(
                    kind, writes.versions().others(kind), null, object, options.author());
        }
        AdmissionRequest admission =
                new AdmissionRequest(
                        AdmissionRequest.Operation.CREATE,
                        kind,
                        "",
                        route.namespace(),
                        route.name(),
                        user,
                        options.dryRun(),
                        object,
                        null);
        writes.mutate(admission);
        kind.rules().applyDefaults(object);
        List<Cause> causes = new ArrayList<>(MetadataRules.check(object, kind));
        causes.addAll(kind.rules().validateCreate(object));
        Problems.refuse(kind, route.name(), causes);
        warnings.addAll(kind.rules().warnings(object));
        warnings.addAll(writes.validate(admission));
    }
}
