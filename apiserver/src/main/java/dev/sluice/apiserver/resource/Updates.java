package dev.sluice.apiserver.resource;

import com.fasterxml.jackson.databind.JsonNode;
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
import dev.sluice.apiserver.store.StoredObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Changes objects: PUT, and the second half of every patch (H2.20–H2.25).
final class Updates {
    private final Writes writes;
    private final Creates creates;
    private final Body body;
    private final Render render;

    Updates(Writes writes, Creates creates, Body body, Render render) {
        this.writes = writes;
        this.creates = creates;
        this.body = body;
        this.render = render;
    }

    /// Makes the wanted object out of the current one; runs again when a write came in between.
    @FunctionalInterface
    interface Edit {
        /// @param old as stored, in the version of the request; not to be changed
        /// @return what is wanted, with the texts of warnings
        Body.Decoded of(ObjectNode old);
    }

    /// @param anew written even if nothing is different from what is stored
    private record Attempt(ObjectNode object, List<String> warnings, boolean anew) {}

    ApiResponse put(ApiRequest request, Route route, User user) {
        Form form = Form.negotiate(request, route);
        WriteOptions options =
                WriteOptions.of(
                        request, "UpdateOptions", route.subresource(), writes.clock().instant());
        Kind kind = route.kind();
        Body.Decoded decoded = body.object(request, kind, options.validation());
        ObjectNode wanted = decoded.object();
        Metadata.placeInNamespace(wanted, route);
        String name = Metadata.text(wanted, "name");
        if (name.isEmpty()) {
            Metadata.of(wanted).put("name", route.name());
        } else if (!name.equals(route.name())) {
            throw ApiError.badRequest(
                    "the name of the object ("
                            + name
                            + ") does not match the name on the URL ("
                            + route.name()
                            + ")");
        }
        boolean absent = writes.store().snapshot().get(Reads.key(route)) == null;
        if (absent && kind.rules().createsOnUpdate() && route.subresource().isEmpty()) {
            return creates.create(decoded, route, user, options, form, true);
        }
        return update(
                route,
                user,
                options,
                form,
                old -> {
                    checkIdentity(route, wanted, old);
                    // what names a revision is not asked for twice: the second time it is refused
                    return new Body.Decoded(
                            namesRevision(wanted) ? wanted : wanted.deepCopy(), decoded.warnings());
                },
                true);
    }

    /// Runs an edit until it meets an object that nobody else changes.
    ///
    /// @param track false when the edit keeps managed fields itself (apply)
    ApiResponse update(
            Route route, User user, WriteOptions options, Form form, Edit edit, boolean track) {
        Written written = write(route, user, options, edit, track);
        StoredObject stored = written.stored();
        byte[] answer =
                stored == null
                        ? render.tree(written.object(), route.kind(), form, Render.Include.METADATA)
                        : render.object(stored, route.kind(), form, Render.Include.METADATA);
        return Answers.of(200, form, answer, written.warnings());
    }

    /// As [#update], for those who answer something else.
    ObjectNode write(Route route, User user, WriteOptions options, Edit edit) {
        return write(route, user, options, edit, true).object();
    }

    /// @param object in the version of the request, with its revision
    /// @param stored the same as it is stored; null when it is not (dry run, or gone)
    private record Written(
            ObjectNode object, @Nullable StoredObject stored, List<String> warnings) {}

    private Written write(Route route, User user, WriteOptions options, Edit edit, boolean track) {
        while (true) {
            StoredObject stored = writes.store().snapshot().get(Reads.key(route));
            if (stored == null) {
                throw route.notFound();
            }
            ObjectNode old = writes.versions().shown(stored, route.kind());
            Attempt attempt = attempt(route, user, options, edit, old, track);
            ObjectNode object = attempt.object();
            revise(object, stored);
            if (!attempt.anew() && Metadata.sameButForTimes(object, old)) {
                return new Written(old, stored, attempt.warnings());
            }
            if (options.dryRun()) {
                return new Written(object, null, attempt.warnings());
            }
            Commit commit = writes.store().commit(changes(route, object, stored));
            if (commit instanceof Commit.Done done) {
                if (isDone(route.kind(), object)) {
                    // recorded: the answer still shows the revision before the removal
                    return new Written(object, null, attempt.warnings());
                }
                StoredObject result = done.objects().getFirst();
                revise(object, result);
                return new Written(object, result, attempt.warnings());
            }
            // somebody was faster: a client that named a revision loses in the next round
        }
    }

    /// Recorded: a status that does not belong here is passed over, yet the object gets a new revision for it.
    private static boolean saysOtherStatus(Route route, ObjectNode object, ObjectNode old) {
        return route.subresource().isEmpty()
                && route.kind().builtIn()
                && route.kind().subresources().contains(Kind.Subresource.STATUS)
                && !object.path("status").isEmpty()
                && !object.path("status").equals(old.path("status"));
    }

    private static void revise(ObjectNode object, StoredObject stored) {
        Metadata.of(object).put("resourceVersion", Long.toString(stored.revision()));
    }

    /// An object whose last finalizer goes while it is being deleted goes with it (H2.32).
    private List<Change> changes(Route route, ObjectNode object, StoredObject stored) {
        if (isDone(route.kind(), object)) {
            return List.of(new Change.Delete(stored.key(), stored.revision()));
        }
        return List.of(
                new Change.Put(
                        stored.key(), writes.draft(object, route.kind()), stored.revision()));
    }

    private static boolean isDone(Kind kind, ObjectNode object) {
        return Metadata.isDeleting(object)
                && !Metadata.hasFinalizers(object)
                && object.path("metadata").path("deletionGracePeriodSeconds").asLong() == 0
                && !(kind.plural().equals("namespaces")
                        && kind.group().isEmpty()
                        && !object.path("spec").path("finalizers").isEmpty());
    }

    private Attempt attempt(
            Route route,
            User user,
            WriteOptions options,
            Edit edit,
            ObjectNode old,
            boolean track) {
        Kind kind = route.kind();
        Body.Decoded decoded = edit.of(old);
        ObjectNode object = decoded.object();
        checkRevision(route, object, old);
        List<String> warnings = new ArrayList<>(decoded.warnings());
        kind.rules().applyDefaults(object);
        boolean anew = saysOtherStatus(route, object, old);
        boolean narrow = isNarrow(route.subresource());
        if (narrow) {
            separate(route, object, old);
        }
        if (track) {
            ManagedFields.track(
                    kind, writes.versions().others(kind), old, object, options.author());
        }
        AdmissionRequest admission =
                new AdmissionRequest(
                        AdmissionRequest.Operation.UPDATE,
                        kind,
                        route.subresource(),
                        route.namespace(),
                        route.name(),
                        user,
                        options.dryRun(),
                        object,
                        old,
                        () -> options.form("UpdateOptions"),
                        new AdmissionNotes());
        boolean scale = route.subresource().equals("scale");
        AdmissionRequest seen = scale ? Scales.seen(admission) : admission;
        writes.admission().mutate(seen);
        if (scale) {
            Scales.take(seen.given(), object, kind);
        }
        if (!narrow) {
            separate(route, object, old);
        }
        Metadata.restore(object, old);
        kind.rules().applyDefaults(object);
        if (!route.subresource().equals("status")) {
            Metadata.raiseGeneration(object, old, kind);
        }
        Metadata.copy(Metadata.of(old), Metadata.of(object), "resourceVersion");
        validate(route, object, old);
        warnings.addAll(kind.rules().warnings(object));
        writes.admission().validate(scale ? Scales.seen(admission) : admission);
        warnings.addAll(admission.notes().warnings());
        return new Attempt(object, warnings, anew);
    }

    /// Subresources through which only a few fields of the whole object are written: nobody else's business what the rest
    /// of the body says.
    private static boolean isNarrow(String subresource) {
        return switch (subresource) {
            case "", "status" -> false;
            default -> true;
        };
    }

    private static void validate(Route route, ObjectNode object, ObjectNode old) {
        Kind kind = route.kind();
        List<Cause> causes = new ArrayList<>(MetadataRules.check(object, kind));
        Cause finalizer = Metadata.newFinalizer(object, old);
        if (finalizer != null) {
            causes.add(finalizer);
            if (kind.builtIn()) {
                // recorded: the peer checks the metadata of built-in kinds twice, and says so
                causes.add(finalizer);
            }
        }
        causes.addAll(
                switch (route.subresource()) {
                    case "status" -> kind.rules().validateStatusUpdate(object, old);
                    case "ephemeralcontainers" ->
                            kind.rules().validateEphemeralContainers(object, old);
                    default -> kind.rules().validateUpdate(object, old);
                });
        Problems.refuse(kind, route.name(), causes);
    }

    /// Each path writes only its part (H2.24).
    private static void separate(Route route, ObjectNode object, ObjectNode old) {
        Kind kind = route.kind();
        switch (route.subresource()) {
            case "status" -> {
                onlyStatus(kind, object, old);
                kind.rules().prepareForStatusUpdate(object, old);
            }
            case "scale" -> {
                Metadata.copyDeep(old, object, "status");
                kind.rules().prepareForUpdate(object, old);
            }
            case "ephemeralcontainers" -> {
                ObjectNode spec = object.withObject("/spec").deepCopy();
                object.removeAll();
                object.setAll(old.deepCopy());
                Metadata.copy(spec, object.withObject("/spec"), "ephemeralContainers");
            }
            case "finalize" -> {
                ObjectNode spec = object.withObject("/spec").deepCopy();
                object.removeAll();
                object.setAll(old.deepCopy());
                Metadata.copy(spec, object.withObject("/spec"), "finalizers");
            }
            default -> {
                if (kind.subresources().contains(Kind.Subresource.STATUS)) {
                    Metadata.copyDeep(old, object, "status");
                }
                kind.rules().prepareForUpdate(object, old);
            }
        }
    }

    private static void onlyStatus(Kind kind, ObjectNode object, ObjectNode old) {
        JsonNode status = object.get("status");
        ObjectNode given = Metadata.of(object);
        object.removeAll();
        for (Map.Entry<String, JsonNode> field : old.properties()) {
            switch (field.getKey()) {
                case "status" -> {}
                case "metadata" -> ownMetadata(kind, given, field.getValue(), object);
                default -> object.set(field.getKey(), field.getValue().deepCopy());
            }
        }
        if (status != null) {
            object.set("status", status);
        }
    }

    /// What the given metadata is asked for is not copied from the old.
    private static void ownMetadata(Kind kind, ObjectNode given, JsonNode old, ObjectNode object) {
        ObjectNode metadata = object.putObject("metadata");
        for (Map.Entry<String, JsonNode> field : old.properties()) {
            if (!isGiven(kind, field.getKey())) {
                metadata.set(field.getKey(), field.getValue().deepCopy());
            } else if (given.has(field.getKey())) {
                metadata.set(field.getKey(), given.get(field.getKey()));
            }
        }
        for (String field : List.of("managedFields", "labels", "annotations", "finalizers")) {
            if (isGiven(kind, field)) {
                Metadata.copy(given, metadata, field);
            }
        }
    }

    /// Whether a write to the status takes a field of the metadata from its body.
    private static boolean isGiven(Kind kind, String field) {
        return switch (field) {
            case "managedFields" -> true;
            case "labels", "annotations", "finalizers" -> kind.builtIn();
            default -> false;
        };
    }

    private static boolean namesRevision(ObjectNode object) {
        String revision = Metadata.text(object, "resourceVersion");
        return !revision.isEmpty() && !revision.equals("0");
    }

    private static void checkRevision(Route route, ObjectNode object, ObjectNode old) {
        String wanted = Metadata.text(object, "resourceVersion");
        if (namesRevision(object) && !wanted.equals(Metadata.text(old, "resourceVersion"))) {
            throw Problems.modified(route.kind(), route.name());
        }
    }

    private static void checkIdentity(Route route, ObjectNode wanted, ObjectNode old) {
        Kind kind = route.kind();
        String uid = Metadata.text(wanted, "uid");
        if (!uid.isEmpty() && !uid.equals(Metadata.text(old, "uid"))) {
            throw Problems.otherUid(route, uid, Metadata.text(old, "uid"));
        }
        boolean unnamed = Metadata.text(wanted, "resourceVersion").isEmpty();
        if (unnamed && !kind.rules().updatesUnconditionally()) {
            throw ApiError.invalid(
                    kind.group(),
                    kind.plural(),
                    route.name(),
                    List.of(
                            new Cause(
                                    "FieldValueInvalid",
                                    "metadata.resourceVersion",
                                    "Invalid value: 0: must be specified for an update")));
        }
    }
}
