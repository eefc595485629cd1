package dev.sluice.apiserver.admission;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.kind.Kind;
import java.util.List;

/// The other versions of a kind: a webhook or policy that names one of them is asked about all (`matchPolicy: Equivalent`).
public interface Equivalents {
    /// The other served kinds whose objects are the same objects.
    List<Kind> of(Kind kind);

    /// @param object left as it is
    /// @return a tree in the other version
    ObjectNode convert(ObjectNode object, Kind from, Kind to);

    /// A request as one of the other versions shows it.
    default AdmissionRequest converted(AdmissionRequest request, Kind kind) {
        if (kind.apiVersion().equals(request.kind().apiVersion())) {
            return request;
        }
        ObjectNode object = request.object();
        ObjectNode old = request.old();
        return request.with(
                kind,
                object == null ? null : convert(object, request.kind(), kind),
                old == null ? null : convert(old, request.kind(), kind));
    }

    /// An object of another version as the version of the request shows it.
    default ObjectNode restored(ObjectNode object, Kind from, AdmissionRequest request) {
        return from.apiVersion().equals(request.kind().apiVersion())
                ? object
                : convert(object, from, request.kind());
    }
}
