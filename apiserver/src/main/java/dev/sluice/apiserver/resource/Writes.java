package dev.sluice.apiserver.resource;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.admission.AdmissionChain;
import dev.sluice.apiserver.admission.AdmissionNotes;
import dev.sluice.apiserver.admission.AdmissionRequest;
import dev.sluice.apiserver.admission.ObjectReader;
import dev.sluice.apiserver.error.ApiError;
import dev.sluice.apiserver.error.Cause;
import dev.sluice.apiserver.kind.Kind;
import dev.sluice.apiserver.security.User;
import dev.sluice.apiserver.store.Change;
import dev.sluice.apiserver.store.Commit;
import dev.sluice.apiserver.store.Draft;
import dev.sluice.apiserver.store.Store;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Supplier;

/// What every write needs: the store, admission, the size limit (H2.25).
///
/// @param admission changes and refuses, see [AdmissionChain]
record Writes(
        Store store,
        Versions versions,
        AdmissionChain admission,
        ObjectReader objects,
        InstantSource clock) {
    /// Objects larger than this are refused, as etcd would (H6.11, recorded).
    private static final int OBJECT_BYTES_MAX = 1_572_864;

    /// Asks admission about an object that is sent to a subresource and not stored itself, such as a Binding.
    ///
    /// @param object given its namespace, its kind and what admission adds
    /// @param route of the subresource
    /// @return warnings
    List<String> admitCreation(
            ObjectNode object,
            Route route,
            User user,
            boolean dryRun,
            Supplier<ObjectNode> options) {
        AdmissionRequest request =
                new AdmissionRequest(
                        AdmissionRequest.Operation.CREATE,
                        route.kind(),
                        route.subresource(),
                        route.namespace(),
                        route.name(),
                        user,
                        dryRun,
                        object,
                        null,
                        options,
                        new AdmissionNotes());
        Metadata.of(object).put("namespace", route.namespace());
        object.put("apiVersion", request.objectKind().apiVersion());
        object.put("kind", request.objectKind().name());
        admission.mutate(request);
        admission.validate(request);
        return request.notes().warnings();
    }

    /// Encodes an object for the store.
    ///
    /// @throws ApiError 500 when it is too large
    Draft draft(ObjectNode object, Kind kind) {
        Draft draft = versions.draft(object, kind);
        if (draft.json().length > OBJECT_BYTES_MAX) {
            throw new ApiError(500, null, "etcdserver: request is too large", null);
        }
        return draft;
    }

    /// The kind of pods.
    Kind podKind() {
        Kind kind = versions.find("", "v1", "pods");
        if (kind == null) {
            throw Route.unknown();
        }
        return kind;
    }

    Commit commit(Change change) {
        return store.commit(List.of(change));
    }

    /// 404 when the namespace is not there, 403 when it is going (H2.52, H2.53).
    void requireNamespace(Route route, String name) {
        ObjectNode namespace = objects.get("namespaces", "", route.namespace());
        if (namespace == null) {
            throw ApiError.notFound("", "namespaces", route.namespace());
        }
        if (Metadata.isDeleting(namespace)) {
            Kind kind = route.kind();
            ApiError plain =
                    ApiError.forbidden(
                            kind.group(),
                            kind.plural(),
                            name,
                            "unable to create new content in namespace "
                                    + route.namespace()
                                    + " because it is being terminated");
            throw new ApiError(
                    403,
                    "Forbidden",
                    plain.text(),
                    new ApiError.Details(
                            name,
                            kind.group(),
                            kind.plural(),
                            null,
                            List.of(
                                    new Cause(
                                            "NamespaceTerminating",
                                            "metadata.namespace",
                                            "namespace "
                                                    + route.namespace()
                                                    + " is being terminated")),
                            0));
        }
    }
}
