package dev.sluice.apiserver.admission;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.error.ApiError;

/// What the plugins that look at pods have in common.
abstract class PodAdmission implements AdmissionPlugin {
    /// Whether an update concerns the plugin as a create does.
    private final boolean onUpdate;

    PodAdmission(boolean onUpdate) {
        this.onUpdate = onUpdate;
    }

    @Override
    public boolean concerns(AdmissionRequest request) {
        boolean pods = request.kind().group().isEmpty() && request.kind().plural().equals("pods");
        boolean operation =
                switch (request.operation()) {
                    case CREATE -> true;
                    case UPDATE -> onUpdate;
                    case DELETE -> false;
                };
        return pods && operation && request.subresource().isEmpty() && request.object() != null;
    }

    /// The pod's spec, made when absent.
    static ObjectNode spec(AdmissionRequest request) {
        ObjectNode pod = request.given();
        return pod.path("spec") instanceof ObjectNode spec ? spec : pod.putObject("spec");
    }

    static ApiError forbidden(AdmissionRequest request, String why) {
        return ApiError.forbidden(
                request.kind().group(), request.kind().plural(), request.nameOrBase(), why);
    }
}
