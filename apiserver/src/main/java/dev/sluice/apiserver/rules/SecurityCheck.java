package dev.sluice.apiserver.rules;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/// Checks security contexts of pods and containers.
final class SecurityCheck {
    private static final List<String> SECCOMP =
            List.of("Localhost", "RuntimeDefault", "Unconfined");

    private SecurityCheck() {}

    static void pod(JsonNode context, Path path, Complaints out) {
        for (String id : List.of("runAsUser", "runAsGroup", "fsGroup")) {
            Numbers.between(context, id, 0, Integer.MAX_VALUE, path, out);
        }
        int i = 0;
        for (JsonNode group : context.path("supplementalGroups")) {
            if (group.asLong() < 0 || group.asLong() > Integer.MAX_VALUE) {
                out.invalid(
                        path.child("supplementalGroups").index(i),
                        group,
                        Numbers.range(0, Integer.MAX_VALUE));
            }
            i++;
        }
        seccomp(context, path, out);
    }

    static void container(JsonNode context, Path path, Complaints out) {
        for (String id : List.of("runAsUser", "runAsGroup")) {
            Numbers.between(context, id, 0, Integer.MAX_VALUE, path, out);
        }
        boolean escalationRefused =
                context.has("allowPrivilegeEscalation")
                        && !Json.flag(context, "allowPrivilegeEscalation");
        if (escalationRefused && Json.flag(context, "privileged")) {
            out.invalid(
                    path,
                    context,
                    "cannot set `allowPrivilegeEscalation` to false and `privileged` to true");
        }
        seccomp(context, path, out);
    }

    private static void seccomp(JsonNode context, Path path, Complaints out) {
        if (!context.has("seccompProfile")) {
            return;
        }
        String type = Json.text(context.get("seccompProfile"), "type");
        Path here = path.child("seccompProfile", "type");
        if (type.isEmpty()) {
            out.required(here, "type is required when seccompProfile is set");
        } else if (!SECCOMP.contains(type)) {
            out.unsupported(here, type, SECCOMP);
        }
    }
}
