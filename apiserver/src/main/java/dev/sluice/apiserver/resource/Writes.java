package dev.sluice.apiserver.resource;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.admission.AdmissionPlugin;
import dev.sluice.apiserver.admission.AdmissionRequest;
import dev.sluice.apiserver.admission.ObjectReader;
import dev.sluice.apiserver.error.ApiError;
import dev.sluice.apiserver.error.Cause;
import dev.sluice.apiserver.kind.Kind;
import dev.sluice.apiserver.store.Change;
import dev.sluice.apiserver.store.Commit;
import dev.sluice.apiserver.store.Draft;
import dev.sluice.apiserver.store.Store;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/// What every write needs: the store, admission, the size limit (H2.25).
///
/// @param plugins in their order
record Writes(
        Store store,
        Versions versions,
        List<AdmissionPlugin> plugins,
        ObjectReader objects,
        InstantSource clock) {
    /// Objects larger than this are refused, as etcd would (H6.11, recorded).
    private static final int OBJECT_BYTES_MAX = 1_572_864;

    /// Lets the plugins change the object.
    void mutate(AdmissionRequest request) {
        for (AdmissionPlugin plugin : plugins) {
            if (plugin.concerns(request)) {
                plugin.mutate(request, objects);
            }
        }
    }

    /// Lets the plugins refuse the final object.
    ///
    /// @return their warnings
    List<String> validate(AdmissionRequest request) {
        List<String> warnings = new ArrayList<>();
        for (AdmissionPlugin plugin : plugins) {
            if (plugin.concerns(request)) {
                warnings.addAll(plugin.validate(request, objects));
            }
        }
        return warnings;
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
