package dev.sluice.apiserver.admission.quota;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.apiserver.type.Quantity;
import java.util.Set;

/// What one object counts for.
final class Counting {
    /// Kinds that are counted by their plain names, too.
    private static final Set<String> PLAIN =
            Set.of(
                    "services",
                    "replicationcontrollers",
                    "resourcequotas",
                    "secrets",
                    "configmaps",
                    "persistentvolumeclaims");

    private static final String CLASS_SUFFIX = ".storageclass.storage.k8s.io/";

    private Counting() {}

    /// @param resource `pods`, `jobs.batch`
    static Usage of(String resource, JsonNode object) {
        Usage usage = Usage.none();
        usage.addOne("count/" + resource);
        if (PLAIN.contains(resource)) {
            usage.addOne(resource);
        }
        switch (resource) {
            case "pods" -> PodUsage.count(object, usage);
            case "services" -> service(object.path("spec"), usage);
            case "persistentvolumeclaims" -> claim(object, usage);
            default -> {
                // nothing but the number
            }
        }
        return usage;
    }

    private static void service(JsonNode spec, Usage usage) {
        String type = spec.path("type").asText();
        boolean balanced = type.equals("LoadBalancer");
        if (balanced) {
            usage.addOne("services.loadbalancers");
        }
        boolean ported = spec.path("allocateLoadBalancerNodePorts").asBoolean(true);
        int ports = spec.path("ports").size();
        if (type.equals("NodePort") || balanced && ported) {
            usage.add("services.nodeports", Quantity.parse(Integer.toString(ports)));
        }
    }

    private static void claim(JsonNode claim, Usage usage) {
        JsonNode storage = claim.path("spec").path("resources").path("requests").path("storage");
        String name = claim.path("spec").path("storageClassName").asText();
        if (!name.isEmpty()) {
            usage.addOne(name + CLASS_SUFFIX + "persistentvolumeclaims");
        }
        if (storage.isTextual()) {
            Quantity amount = Quantity.parse(storage.textValue());
            usage.add("requests.storage", amount);
            if (!name.isEmpty()) {
                usage.add(name + CLASS_SUFFIX + "requests.storage", amount);
            }
        }
    }

    /// The resource whose objects are counted under a name of a quota.
    static String resource(String name) {
        if (name.startsWith("count/")) {
            return name.substring("count/".length());
        }
        if (PLAIN.contains(name)) {
            return name;
        }
        if (name.startsWith("services.")) {
            return "services";
        }
        return name.equals("requests.storage") || name.contains(CLASS_SUFFIX)
                ? "persistentvolumeclaims"
                : "pods";
    }
}
