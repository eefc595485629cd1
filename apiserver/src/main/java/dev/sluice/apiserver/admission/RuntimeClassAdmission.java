package dev.sluice.apiserver.admission;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/// Gives a pod what its RuntimeClass costs and where it can run (H2.68).
final class RuntimeClassAdmission extends PodAdmission {
    RuntimeClassAdmission() {
        super(false);
    }

    @Override
    public String name() {
        return "RuntimeClass";
    }

    @Override
    public void mutate(AdmissionRequest request, ObjectReader objects) {
        ObjectNode spec = spec(request);
        String name = spec.path("runtimeClassName").asText("");
        if (name.isEmpty()) {
            return;
        }
        ObjectNode runtime = objects.get("runtimeclasses.node.k8s.io", "", name);
        if (runtime == null) {
            throw forbidden(request, "pod rejected: RuntimeClass \"" + name + "\" not found");
        }
        JsonNode overhead = runtime.path("overhead").path("podFixed");
        if (!overhead.isEmpty()) {
            if (spec.has("overhead") && !spec.get("overhead").equals(overhead)) {
                throw forbidden(
                        request,
                        "pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead");
            }
            spec.set("overhead", overhead.deepCopy());
        }
        place(request, spec, runtime.path("scheduling"));
    }

    private static void place(AdmissionRequest request, ObjectNode spec, JsonNode scheduling) {
        for (var entry : scheduling.path("nodeSelector").properties()) {
            ObjectNode selector = spec.withObject("/nodeSelector");
            JsonNode given = selector.get(entry.getKey());
            if (given != null && !given.equals(entry.getValue())) {
                throw forbidden(
                        request,
                        "conflict: runtimeClass.scheduling.nodeSelector["
                                + entry.getKey()
                                + "] = "
                                + entry.getValue().asText()
                                + "; pod.spec.nodeSelector["
                                + entry.getKey()
                                + "] = "
                                + given.asText());
            }
            selector.set(entry.getKey(), entry.getValue());
        }
        for (JsonNode toleration : scheduling.path("tolerations")) {
            ArrayNode tolerations = spec.withArray("/tolerations");
            boolean known = false;
            for (JsonNode given : tolerations) {
                known |= given.equals(toleration);
            }
            if (!known) {
                tolerations.add(toleration.deepCopy());
            }
        }
    }
}
