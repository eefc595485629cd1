package dev.sluice.apiserver.rules;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/// Defaults of a pod spec that depend on other fields (H2.70), wherever the spec stands.
final class PodSpecDefaults {
    private PodSpecDefaults() {}

    static void template(JsonNode template) {
        if (template.path("spec") instanceof ObjectNode spec) {
            fillIn(spec);
        }
    }

    static void fillIn(ObjectNode spec) {
        for (String list : List.of("containers", "initContainers", "ephemeralContainers")) {
            for (JsonNode container : spec.path(list)) {
                if (container instanceof ObjectNode object) {
                    Json.putIfAbsent(
                            object, "imagePullPolicy", pullPolicy(Json.text(object, "image")));
                    if (Json.flag(spec, "hostNetwork")) {
                        hostPorts(object.path("ports"));
                    }
                }
            }
        }
        for (JsonNode volume : spec.path("volumes")) {
            if (volume instanceof ObjectNode object && object.size() <= 1) {
                object.putObject("emptyDir");
            }
        }
        String account = Json.text(spec, "serviceAccountName");
        if (account.isEmpty()) {
            account = Json.text(spec, "serviceAccount");
        }
        if (!account.isEmpty()) {
            spec.put("serviceAccountName", account).put("serviceAccount", account);
        }
    }

    private static void hostPorts(JsonNode ports) {
        for (JsonNode port : ports) {
            if (port instanceof ObjectNode object && object.has("containerPort")) {
                Json.putIfAbsent(object, "hostPort", object.get("containerPort").asLong());
            }
        }
    }

    /// `Always` for the tag `latest`, also when it is only implied.
    private static String pullPolicy(String image) {
        if (image.isEmpty() || image.contains("@")) {
            return "IfNotPresent";
        }
        String last = image.substring(image.lastIndexOf('/') + 1);
        int colon = last.indexOf(':');
        return colon < 0 || last.substring(colon + 1).equals("latest") ? "Always" : "IfNotPresent";
    }
}
