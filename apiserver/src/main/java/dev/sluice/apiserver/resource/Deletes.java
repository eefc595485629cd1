package dev.sluice.apiserver.resource;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.admission.AdmissionNotes;
import dev.sluice.apiserver.admission.AdmissionRequest;
import dev.sluice.apiserver.error.ApiError;
import dev.sluice.apiserver.http.ApiRequest;
import dev.sluice.apiserver.http.ApiResponse;
import dev.sluice.apiserver.kind.Kind;
import dev.sluice.apiserver.security.User;
import dev.sluice.apiserver.store.Change;
import dev.sluice.apiserver.store.Commit;
import dev.sluice.apiserver.store.Draft;
import dev.sluice.apiserver.store.StoredObject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Deletes objects: at once, after their finalizers, or after a grace period (H2.30–H2.36).
final class Deletes {
    private static final String ORPHAN = "orphan";
    private static final String FOREGROUND = "foregroundDeletion";
    private static final String JOBS_ORPHAN =
            "child pods are preserved by default when jobs are deleted; set"
                    + " propagationPolicy=Background to remove them or set propagationPolicy=Orphan"
                    + " to suppress this warning";

    private final Writes writes;
    private final Body body;
    private final Render render;

    Deletes(Writes writes, Body body, Render render) {
        this.writes = writes;
        this.body = body;
        this.render = render;
    }

    /// What a delete has done.
    ///
    /// @param object the last state, or the state with its mark of deletion
    private record Outcome(ObjectNode object, boolean gone, List<String> warnings) {}

    ApiResponse delete(ApiRequest request, Route route, User user) {
        Form form = Form.negotiate(request, route);
        DeleteOptions options = DeleteOptions.of(request, body.options(request));
        Outcome outcome = delete(route, options, admission(user, options));
        Kind kind = route.kind();
        List<String> warnings = new ArrayList<>(outcome.warnings());
        if (kind.rules().orphansByDefault()
                && options.propagation() == DeleteOptions.Propagation.UNSET) {
            warnings.add(JOBS_ORPHAN);
        }
        if (outcome.gone() && !kind.rules().returnsDeleted()) {
            ObjectNode status =
                    Answers.success(kind, route.name(), Metadata.text(outcome.object(), "uid"));
            return Answers.of(200, form, Render.bytes(status, form.yaml()), warnings);
        }
        byte[] shown = render.tree(outcome.object(), kind, form, Render.Include.METADATA);
        return Answers.of(200, form, shown, warnings);
    }

    /// The delete behind an eviction, which has been through admission itself.
    void evict(Route route, DeleteOptions options) {
        delete(route, options, (_, _) -> List.of(), this::disrupted);
    }

    /// What an eviction leaves on the pod, so that failure policies can match it (H9.56).
    private void disrupted(ObjectNode pod) {
        ArrayNode conditions = pod.withObject("/status").withArray("/conditions");
        for (int i = conditions.size() - 1; i >= 0; i--) {
            if (conditions.get(i).path("type").asText().equals("DisruptionTarget")) {
                conditions.remove(i);
            }
        }
        conditions
                .addObject()
                .put("type", "DisruptionTarget")
                .put("status", "True")
                .putNull("lastProbeTime")
                .put("lastTransitionTime", Metadata.time(writes.clock().instant()))
                .put("reason", "EvictionByEvictionAPI")
                .put("message", "Eviction API: evicting");
    }

    /// Asks whether an object may be deleted.
    @FunctionalInterface
    private interface Admission {
        /// @return warnings
        List<String> admit(Route route, ObjectNode old);
    }

    /// Each object as by a delete of its own (H2.35).
    ApiResponse deleteCollection(ApiRequest request, Route route, User user) {
        Form form = Form.negotiate(request, route);
        DeleteOptions options = DeleteOptions.of(request, body.options(request));
        ListOptions selection = ListOptions.of(request, route.kind());
        Page page = Page.read(writes.store(), route, selection.unpaged());
        ObjectNode list = JsonNodeFactory.instance.objectNode();
        list.put("kind", route.kind().listKind()).put("apiVersion", route.kind().apiVersion());
        list.putObject("metadata").put("resourceVersion", Long.toString(page.revision()));
        if (!route.kind().builtIn()) {
            list.withObject("/metadata").put("continue", "");
        }
        ArrayNode items = list.putArray("items");
        for (StoredObject object : page.objects()) {
            Route single =
                    new Route(route.kind(), object.key().namespace(), object.key().name(), "");
            try {
                delete(single, options, admission(user, options));
                // recorded: objects are shown as they were before
                ObjectNode deleted = writes.versions().toRequest(object, route.kind());
                if (route.kind().builtIn()) {
                    deleted.remove(List.of("apiVersion", "kind"));
                }
                items.add(deleted);
            } catch (ApiError error) {
                if (error.code() != 404) {
                    throw error;
                }
            }
        }
        return Answers.ok(form, Render.bytes(list, form.yaml()));
    }

    private Outcome delete(Route route, DeleteOptions options, Admission admission) {
        return delete(route, options, admission, _ -> {});
    }

    /// @param mark changes the object that is marked as being deleted
    private Outcome delete(
            Route route, DeleteOptions options, Admission admission, Consumer<ObjectNode> mark) {
        refuseProtected(route);
        while (true) {
            StoredObject stored = writes.store().snapshot().get(Reads.key(route));
            if (stored == null) {
                throw route.notFound();
            }
            ObjectNode old = writes.versions().shown(stored, route.kind());
            checkPreconditions(route, options, stored);
            List<String> warnings = admission.admit(route, old);
            Decision decision = decide(route, options, old);
            if (decision.unchanged()) {
                return new Outcome(old, false, warnings);
            }
            if (decision.marked()) {
                mark.accept(decision.object());
            }
            if (options.dryRun()) {
                return new Outcome(decision.object(), decision.remove(), warnings);
            }
            Outcome outcome = commit(route, stored, decision, warnings);
            if (outcome != null) {
                return outcome;
            }
            if (!options.revision().isEmpty()) {
                throw Problems.modified(route.kind(), route.name());
            }
        }
    }

    /// @param object as it will be, marked
    /// @param marked whether the mark is written before the removal (pods, H2.33 recorded)
    private record Decision(ObjectNode object, boolean remove, boolean marked, boolean unchanged) {}

    private Decision decide(Route route, DeleteOptions options, ObjectNode old) {
        Kind kind = route.kind();
        Instant now = writes.clock().instant();
        ObjectNode object = old.deepCopy();
        finalizers(object, options, kind);
        kind.rules().prepareForDelete(object);
        boolean isNamespace = kind.group().isEmpty() && kind.plural().equals("namespaces");
        boolean held =
                Metadata.hasFinalizers(object)
                        || (isNamespace && !old.path("spec").path("finalizers").isEmpty());
        boolean isPod = kind.group().isEmpty() && kind.plural().equals("pods");
        long grace = isPod ? podGrace(options, kind, old) : 0;
        boolean finalizersChanged =
                !object.path("metadata")
                        .path("finalizers")
                        .equals(old.path("metadata").path("finalizers"));
        if (Metadata.isDeleting(old)) {
            return again(object, old, grace, held, finalizersChanged, now);
        }
        Metadata.markDeleted(object, now, grace);
        if (CustomDefinitions.isDefinition(kind)) {
            CustomDefinitions.markPlainly(object, old);
        }
        if (isNamespace) {
            Metadata.of(object).remove("deletionGracePeriodSeconds");
            object.withObject("/status").put("phase", "Terminating");
        }
        if (held || grace > 0) {
            return new Decision(object, false, true, false);
        }
        return new Decision(isPod ? object : old, true, isPod, false);
    }

    /// A second delete may only shorten the grace period (H2.34).
    private static Decision again(
            ObjectNode object,
            ObjectNode old,
            long grace,
            boolean held,
            boolean finalizersChanged,
            Instant now) {
        long before = old.path("metadata").path("deletionGracePeriodSeconds").asLong();
        if (grace < before) {
            Instant started =
                    Instant.parse(Metadata.text(old, "deletionTimestamp")).minusSeconds(before);
            Instant ends = started.plusSeconds(grace);
            long period = grace;
            if (ends.isBefore(now) && grace != 0) {
                period = 1;
                ends = now.plusSeconds(1);
            }
            ObjectNode metadata = Metadata.of(object);
            metadata.put("deletionTimestamp", Metadata.time(grace == 0 ? now : ends));
            Metadata.putNumber(metadata, "deletionGracePeriodSeconds", period);
            boolean remove = grace == 0 && !held;
            return new Decision(object, remove, true, false);
        }
        if (before == 0 && !held) {
            return new Decision(object, true, false, false);
        }
        return new Decision(object, false, true, !finalizersChanged);
    }

    private static long podGrace(DeleteOptions options, Kind kind, ObjectNode pod) {
        String phase = pod.path("status").path("phase").asText();
        boolean idle =
                pod.path("spec").path("nodeName").asText("").isEmpty()
                        || phase.equals("Failed")
                        || phase.equals("Succeeded");
        if (idle) {
            return 0;
        }
        Long wanted = options.graceSeconds();
        long grace = wanted == null ? kind.rules().gracePeriodSeconds(pod) : wanted;
        return grace < 0 ? 1 : grace;
    }

    /// The finalizers that a propagation policy asks for (H2.40).
    private static void finalizers(ObjectNode object, DeleteOptions options, Kind kind) {
        Set<String> all = new LinkedHashSet<>();
        object.path("metadata").path("finalizers").forEach(f -> all.add(f.asText()));
        switch (options.propagation()) {
            case UNSET -> {
                boolean decided = all.contains(ORPHAN) || all.contains(FOREGROUND);
                if (!decided && kind.rules().orphansByDefault()) {
                    all.add(ORPHAN);
                }
            }
            case ORPHAN -> {
                all.remove(FOREGROUND);
                all.add(ORPHAN);
            }
            case FOREGROUND -> {
                all.remove(ORPHAN);
                all.add(FOREGROUND);
            }
            case BACKGROUND -> {
                all.remove(ORPHAN);
                all.remove(FOREGROUND);
            }
        }
        ObjectNode metadata = Metadata.of(object);
        if (all.isEmpty()) {
            metadata.remove("finalizers");
        } else {
            ArrayNode finalizers = metadata.putArray("finalizers");
            all.forEach(finalizers::add);
        }
    }

    private @Nullable Outcome commit(
            Route route, StoredObject stored, Decision decision, List<String> warnings) {
        List<Change> changes = new ArrayList<>();
        long expected = stored.revision();
        if (decision.marked()) {
            Draft draft = writes.draft(decision.object(), route.kind());
            changes.add(new Change.Put(stored.key(), draft, expected));
            expected = Change.ANY;
        }
        if (decision.remove()) {
            changes.add(new Change.Delete(stored.key(), expected));
        }
        Commit commit = writes.store().commit(changes);
        if (commit instanceof Commit.Done done) {
            ObjectNode last = writes.versions().shown(done.objects().getLast(), route.kind());
            return new Outcome(last, decision.remove(), warnings);
        }
        return null;
    }

    private Admission admission(User user, DeleteOptions options) {
        return (route, old) -> {
            AdmissionRequest request =
                    new AdmissionRequest(
                            AdmissionRequest.Operation.DELETE,
                            route.kind(),
                            "",
                            route.namespace(),
                            route.name(),
                            user,
                            options.dryRun(),
                            null,
                            old,
                            options::form,
                            new AdmissionNotes());
            writes.admission().mutate(request);
            writes.admission().validate(request);
            return request.notes().warnings();
        };
    }

    /// Recorded: these conflicts name the Kind, not the resource.
    private static void checkPreconditions(
            Route route, DeleteOptions options, StoredObject stored) {
        Kind kind = route.kind();
        if (!options.uid().isEmpty() && !options.uid().equals(stored.uid())) {
            throw ApiError.conflict(
                    kind.group(),
                    kind.kind(),
                    route.name(),
                    "the UID in the precondition ("
                            + options.uid()
                            + ") does not match the UID in record ("
                            + stored.uid()
                            + "). The object might have been deleted and then recreated");
        }
        String revision = Long.toString(stored.revision());
        if (!options.revision().isEmpty() && !options.revision().equals(revision)) {
            throw ApiError.conflict(
                    kind.group(),
                    kind.kind(),
                    route.name(),
                    "the ResourceVersion in the precondition ("
                            + options.revision()
                            + ") does not match the ResourceVersion in record ("
                            + revision
                            + "). The object might have been modified");
        }
    }

    private static void refuseProtected(Route route) {
        if (route.kind().group().isEmpty() && route.kind().plural().equals("namespaces")) {
            switch (route.name()) {
                case "default", "kube-system", "kube-public" ->
                        throw ApiError.forbidden(
                                "",
                                "namespaces",
                                route.name(),
                                "this namespace may not be deleted");
                default -> {}
            }
        }
    }
}
