package dev.sluice.apiserver.admission;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/// Keeps pods off a new node until it has been found ready (H8.60): whoever looks after nodes takes the taint away. Only for
/// servers whose nodes somebody looks after, or that are to behave as if.
public final class NotReadyTaint implements AdmissionPlugin {
    private static final String KEY = "node.kubernetes.io/not-ready";
    private static final String EFFECT = "NoSchedule";

    @Override
    public String name() {
        return "TaintNodesByCondition";
    }

    @Override
    public boolean concerns(AdmissionRequest request) {
        return request.operation() == AdmissionRequest.Operation.CREATE
                && request.kind().group().isEmpty()
                && request.kind().plural().equals("nodes")
                && request.subresource().isEmpty();
    }

    @Override
    public void mutate(AdmissionRequest request, ObjectReader objects) {
        ObjectNode spec = request.given().withObject("/spec");
        for (JsonNode taint : spec.path("taints")) {
            if (taint.path("key").asText().equals(KEY)
                    && taint.path("effect").asText().equals(EFFECT)) {
                return;
            }
        }
        spec.withArray("/taints").addObject().put("key", KEY).put("effect", EFFECT);
    }
}
