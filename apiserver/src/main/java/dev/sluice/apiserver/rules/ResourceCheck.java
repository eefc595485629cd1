package dev.sluice.apiserver.rules;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.apiserver.type.Quantity;
import java.util.Set;

/// Checks amounts of resources: those of a container, of a pod, of an overhead.
final class ResourceCheck {
    private static final Set<String> CONTAINER_RESOURCES =
            Set.of("cpu", "memory", "ephemeral-storage");
    private static final Set<String> STANDARD_RESOURCES =
            Set.of(
                    "cpu",
                    "memory",
                    "ephemeral-storage",
                    "requests.cpu",
                    "requests.memory",
                    "requests.ephemeral-storage",
                    "limits.cpu",
                    "limits.memory",
                    "limits.ephemeral-storage",
                    "pods",
                    "resourcequotas",
                    "services",
                    "replicationcontrollers",
                    "secrets",
                    "configmaps",
                    "persistentvolumeclaims",
                    "storage",
                    "requests.storage",
                    "services.nodeports",
                    "services.loadbalancers");

    private ResourceCheck() {}

    /// `resources` of a container or a pod (H8.43).
    static void requirements(JsonNode resources, Path path, Complaints out) {
        JsonNode limits = resources.path("limits");
        JsonNode requests = resources.path("requests");
        containerAmounts(limits, path.child("limits"), out);
        containerAmounts(requests, path.child("requests"), out);
        for (var entry : requests.properties()) {
            againstLimit(entry.getKey(), amount(entry.getValue()), limits, path, out);
        }
        boolean pages = hasPages(limits) || hasPages(requests);
        if (pages && !names(limits, requests)) {
            out.forbidden(path, "HugePages require cpu or memory");
        }
    }

    private static void againstLimit(
            String name, Quantity request, JsonNode limits, Path path, Complaints out) {
        boolean overcommit = CONTAINER_RESOURCES.contains(name);
        JsonNode limit = limits.get(name);
        if (limit == null) {
            if (!overcommit && (name.contains("/") || name.startsWith("hugepages-"))) {
                out.required(
                        path.child("limits"), "Limit must be set for non overcommitable resources");
            }
            return;
        }
        Quantity most = amount(limit);
        int order = request.compareTo(most);
        if (overcommit ? order > 0 : order != 0) {
            out.invalid(
                    path.child("requests"),
                    request.toString(),
                    "must be "
                            + (overcommit ? "less than or equal to " : "equal to ")
                            + name
                            + " limit of "
                            + most);
        }
    }

    private static void containerAmounts(JsonNode amounts, Path path, Complaints out) {
        for (var entry : amounts.properties()) {
            String name = entry.getKey();
            Path here = path.key(name);
            name(name, here, out);
            if (!name.contains("/")
                    && !CONTAINER_RESOURCES.contains(name)
                    && !name.startsWith("hugepages-")) {
                out.invalid(here, name, "must be a standard resource for containers");
            }
            amount(name, entry.getValue(), here, out);
        }
    }

    /// A list of amounts by any resource name, as overheads, quotas and nodes have them.
    static void amounts(JsonNode amounts, Path path, Complaints out) {
        for (var entry : amounts.properties()) {
            Path here = path.key(entry.getKey());
            name(entry.getKey(), here, out);
            amount(entry.getKey(), entry.getValue(), here, out);
        }
    }

    private static void name(String name, Path path, Complaints out) {
        out.invalid(path, name, Names.qualified(name));
        if (!name.contains("/")
                && !STANDARD_RESOURCES.contains(name)
                && !name.startsWith("hugepages-")) {
            out.invalid(path, name, "must be a standard resource type or fully qualified");
        }
    }

    private static void amount(String name, JsonNode value, Path path, Complaints out) {
        Quantity amount = amount(value);
        if (amount.signum() < 0) {
            out.invalid(path, amount.toString(), "must be greater than or equal to 0");
        }
        if (name.contains("/") && !amount.isWhole()) {
            out.invalid(path, amount.toString(), "must be an integer");
        }
    }

    private static Quantity amount(JsonNode value) {
        return Quantity.parse(value.asText());
    }

    private static boolean hasPages(JsonNode amounts) {
        for (var entry : amounts.properties()) {
            if (entry.getKey().startsWith("hugepages-") && amount(entry.getValue()).signum() != 0) {
                return true;
            }
        }
        return false;
    }

    private static boolean names(JsonNode limits, JsonNode requests) {
        return limits.has("cpu")
                || limits.has("memory")
                || requests.has("cpu")
                || requests.has("memory");
    }
}
