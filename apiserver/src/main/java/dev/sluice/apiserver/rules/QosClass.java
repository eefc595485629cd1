package dev.sluice.apiserver.rules;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.apiserver.type.Quantity;
import java.util.List;

/// The quality of service that a pod's requests and limits earn it (H8.40).
enum QosClass {
    GUARANTEED("Guaranteed"),
    BURSTABLE("Burstable"),
    BEST_EFFORT("BestEffort");

    private static final List<String> COUNTED = List.of("cpu", "memory");

    private final String text;

    QosClass(String text) {
        this.text = text;
    }

    /// As it stands in `status.qosClass`.
    String text() {
        return text;
    }

    static QosClass of(JsonNode spec) {
        boolean any = false;
        boolean all = true;
        for (String list : List.of("containers", "initContainers")) {
            for (JsonNode container : spec.path(list)) {
                JsonNode resources = container.path("resources");
                any |= asks(resources);
                all &= guaranteed(resources);
            }
        }
        if (asks(spec.path("resources"))) {
            return guaranteed(spec.path("resources")) ? GUARANTEED : BURSTABLE;
        }
        if (!any) {
            return BEST_EFFORT;
        }
        return all ? GUARANTEED : BURSTABLE;
    }

    private static boolean asks(JsonNode resources) {
        for (String name : COUNTED) {
            if (amount(resources.path("requests"), name).signum() > 0
                    || amount(resources.path("limits"), name).signum() > 0) {
                return true;
            }
        }
        return false;
    }

    private static boolean guaranteed(JsonNode resources) {
        for (String name : COUNTED) {
            Quantity limit = amount(resources.path("limits"), name);
            if (limit.signum() <= 0) {
                return false;
            }
            JsonNode requests = resources.path("requests");
            if (requests.has(name) && amount(requests, name).compareTo(limit) != 0) {
                return false;
            }
        }
        return true;
    }

    private static Quantity amount(JsonNode amounts, String name) {
        JsonNode value = amounts.get(name);
        return value == null ? Quantity.ZERO : Quantity.parse(value.asText());
    }
}
