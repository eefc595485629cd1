package dev.sluice.apiserver.rules;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/// Checks what a kubelet calls in a container: probes and lifecycle hooks.
final class HandlerCheck {
    private static final List<String> SCHEMES = List.of("HTTP", "HTTPS");

    private HandlerCheck() {}

    /// @param onlyOneSuccess true for liveness and startup probes
    static void probe(JsonNode probe, boolean onlyOneSuccess, Path path, Complaints out) {
        handler(probe, List.of("exec", "httpGet", "tcpSocket", "grpc"), path, out);
        for (String name :
                List.of(
                        "initialDelaySeconds",
                        "timeoutSeconds",
                        "periodSeconds",
                        "successThreshold",
                        "failureThreshold")) {
            Numbers.notNegative(probe, name, path, out);
        }
        Numbers.positive(probe, "terminationGracePeriodSeconds", path, out);
        long successes = Json.number(probe, "successThreshold", 1);
        if (onlyOneSuccess && successes != 1) {
            out.invalid(path.child("successThreshold"), successes, "must be 1");
        }
        if (!onlyOneSuccess && probe.has("terminationGracePeriodSeconds")) {
            out.invalid(
                    path.child("terminationGracePeriodSeconds"),
                    probe.get("terminationGracePeriodSeconds"),
                    "must not be set for readinessProbes");
        }
    }

    static void lifecycle(JsonNode lifecycle, Path path, Complaints out) {
        for (String hook : List.of("postStart", "preStop")) {
            if (lifecycle.has(hook)) {
                handler(
                        lifecycle.get(hook),
                        List.of("exec", "httpGet", "tcpSocket", "sleep"),
                        path.child(hook),
                        out);
            }
        }
    }

    private static void handler(JsonNode handler, List<String> sorts, Path path, Complaints out) {
        int found = 0;
        for (String sort : sorts) {
            if (!handler.has(sort)) {
                continue;
            }
            if (found++ > 0) {
                out.forbidden(path.child(sort), "may not specify more than 1 handler type");
            } else {
                action(handler.get(sort), sort, path.child(sort), out);
            }
        }
        if (found == 0) {
            out.required(path, "must specify a handler type");
        }
    }

    private static void action(JsonNode action, String sort, Path path, Complaints out) {
        switch (sort) {
            case "exec" -> {
                if (action.path("command").isEmpty()) {
                    out.required(path.child("command"), "");
                }
            }
            case "httpGet" -> {
                if (Json.text(action, "path").isEmpty()) {
                    out.required(path.child("path"), "");
                }
                port(action, path, out);
                if (!SCHEMES.contains(Json.text(action, "scheme"))) {
                    out.unsupported(path.child("scheme"), Json.text(action, "scheme"), SCHEMES);
                }
            }
            case "sleep" -> Numbers.notNegative(action, "seconds", path, out);
            default -> port(action, path, out);
        }
    }

    private static void port(JsonNode action, Path path, Complaints out) {
        JsonNode port = action.path("port");
        if (port.isTextual()) {
            out.invalid(path.child("port"), port.asText(), Names.portName(port.asText()));
        } else if (port.asInt() < 1 || port.asInt() > 65535) {
            out.invalid(path.child("port"), port.asInt(), Numbers.range(1, 65535));
        }
    }
}
