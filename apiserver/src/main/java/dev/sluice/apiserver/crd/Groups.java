package dev.sluice.apiserver.crd;

import com.fasterxml.jackson.databind.JsonNode;

/// API groups of the Kubernetes project itself, which others may not extend unapproved (H4.51).
final class Groups {
    static final String ANNOTATION = "api-approved.kubernetes.io";

    private Groups() {}

    static boolean isProtected(String group) {
        return group.equals("k8s.io")
                || group.equals("kubernetes.io")
                || group.endsWith(".k8s.io")
                || group.endsWith(".kubernetes.io");
    }

    /// The annotation's text; empty when there is none.
    static String approval(JsonNode definition) {
        return definition.path("metadata").path("annotations").path(ANNOTATION).asText("");
    }
}
