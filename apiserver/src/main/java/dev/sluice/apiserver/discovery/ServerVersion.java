package dev.sluice.apiserver.discovery;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/// What `/version` says: the Kubernetes version whose wire behaviour is served (H0.2).
public final class ServerVersion {
    private ServerVersion() {}

    public static ObjectNode document() {
        return JsonNodeFactory.instance
                .objectNode()
                .put("major", "1")
                .put("minor", "36")
                .put("emulationMajor", "1")
                .put("emulationMinor", "36")
                .put("minCompatibilityMajor", "1")
                .put("minCompatibilityMinor", "35")
                .put("gitVersion", "v1.36.3+sluice")
                .put("gitCommit", "")
                .put("gitTreeState", "clean")
                .put("buildDate", "1970-01-01T00:00:00Z")
                .put("goVersion", "none")
                .put("compiler", "javac")
                .put("platform", "java/" + Runtime.version().feature());
    }
}
