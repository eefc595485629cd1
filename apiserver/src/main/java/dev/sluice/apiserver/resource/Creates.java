package dev.sluice.apiserver.resource;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.admission.AdmissionNotes;
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
import dev.sluice.apiserver.store.StoredObject;
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
        Form form = Form.negotiate(request, route);
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
        AdmissionRequest admission =
                new AdmissionRequest(
                        AdmissionRequest.Operation.CREATE,
                        kind,
                        "",
                        route.namespace(),
                        given,
                        user,
                        options.dryRun(),
                        object,
                        null,
                        () -> options.form("CreateOptions"),
                        new AdmissionNotes());
        admit(admission, options, track);
        String base = Metadata.text(object, "generateName");
        String named = Metadata.text(object, "name");
        boolean generated = named.isEmpty() && !base.isEmpty();
        for (int attempt = 1; ; attempt++) {
            ObjectNode candidate = generated ? object.deepCopy() : object;
            String name = generated ? Metadata.generated(base) : named;
            if (generated) {
                Metadata.of(candidate).put("name", name);
            }
            List<String> said = finish(admission, candidate, route.withName(name));
            Draft draft = writes.draft(candidate, kind);
            ObjectKey key =
                    new ObjectKey(
                            Versions.resource(kind),
                            kind.namespaced() ? route.namespace() : "",
                            name);
            Commit commit = commit(key, draft, options);
            if (commit instanceof Commit.Done done) {
                List<String> warnings = new ArrayList<>(decoded.warnings());
                warnings.addAll(said);
                warnings.addAll(admission.notes().warnings());
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
                throw exists(kind, key);
            }
        }
    }

    /// Recorded: one that is on its way out says so.
    private ApiError exists(Kind kind, ObjectKey key) {
        ApiError plain = ApiError.alreadyExists(kind.group(), kind.plural(), key.name());
        StoredObject there = writes.store().snapshot().get(key);
        return there != null && Metadata.isDeleting(there.tree())
                ? new ApiError(
                        plain.code(),
                        plain.reason(),
                        "object is being deleted: " + plain.text(),
                        plain.details())
                : plain;
    }

    private Commit commit(ObjectKey key, Draft draft, WriteOptions options) {
        if (!options.dryRun()) {
            return writes.commit(new Change.Put(key, draft, Change.ABSENT));
        }
        return writes.store().snapshot().get(key) == null
                ? new Commit.Done(List.of())
                : new Commit.Stale(key, null);
    }

    /// What admission sees is the decoded object with its defaults, before the server makes it its own (H2.25).
    private void admit(AdmissionRequest admission, WriteOptions options, boolean track) {
        Kind kind = admission.kind();
        ObjectNode object = admission.given();
        kind.rules().applyDefaults(object);
        if (track) {
            ManagedFields.track(
                    kind, writes.versions().others(kind), null, object, options.author());
        }
        writes.admission().mutate(admission);
    }

    /// Everything between admission and committing.
    ///
    /// @return the warnings of the kind itself
    private List<String> finish(AdmissionRequest admission, ObjectNode object, Route route) {
        Kind kind = route.kind();
        Metadata.begin(object, kind, writes.clock().instant());
        if (!kind.builtIn() && kind.subresources().contains(Kind.Subresource.STATUS)) {
            object.remove("status");
        }
        kind.rules().applyDefaults(object);
        kind.rules().prepareForCreate(object);
        List<Cause> causes = new ArrayList<>(MetadataRules.check(object, kind));
        causes.addAll(kind.rules().validateCreate(object));
        Problems.refuse(kind, route.name(), causes);
        writes.admission().validate(admission.named(route.name()).with(kind, object, null));
        return kind.rules().warnings(object);
    }
}
