package dev.sluice.apiserver.admission.quota;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.apiserver.type.Quantity;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// What a pod uses: itself, and the requests and limits of its containers. Init containers run before the others, so the
/// greater counts; those that go on running count with the others.
final class PodUsage {
    private static final Set<String> SHORT = Set.of("cpu", "memory", "ephemeral-storage");

    private PodUsage() {}

    /// A pod that has ended uses nothing but its place in the store.
    static boolean isEnded(JsonNode pod) {
        return switch (pod.path("status").path("phase").asText()) {
            case "Succeeded", "Failed" -> true;
            default -> false;
        };
    }

    static void count(JsonNode pod, Usage usage) {
        if (isEnded(pod)) {
            return;
        }
        usage.addOne("pods");
        total(pod, "requests")
                .forEach(
                        (name, amount) -> {
                            usage.add("requests." + name, amount);
                            if (SHORT.contains(name) || name.startsWith("hugepages-")) {
                                usage.add(name, amount);
                            }
                        });
        total(pod, "limits").forEach((name, amount) -> usage.add("limits." + name, amount));
    }

    private static Map<String, Quantity> total(JsonNode pod, String what) {
        JsonNode spec = pod.path("spec");
        Map<String, Quantity> running = new LinkedHashMap<>();
        Map<String, Quantity> starting = new LinkedHashMap<>();
        Map<String, Quantity> sidecars = new LinkedHashMap<>();
        for (JsonNode container : spec.path("initContainers")) {
            Map<String, Quantity> own = amounts(container.path("resources").path(what));
            boolean stays = container.path("restartPolicy").asText().equals("Always");
            Map<String, Quantity> now = new LinkedHashMap<>(sidecars);
            own.forEach((name, amount) -> now.merge(name, amount, PodUsage::sum));
            now.forEach((name, amount) -> starting.merge(name, amount, PodUsage::greater));
            if (stays) {
                own.forEach((name, amount) -> sidecars.merge(name, amount, PodUsage::sum));
            }
        }
        sidecars.forEach((name, amount) -> running.merge(name, amount, PodUsage::sum));
        for (JsonNode container : spec.path("containers")) {
            amounts(container.path("resources").path(what))
                    .forEach((name, amount) -> running.merge(name, amount, PodUsage::sum));
        }
        starting.forEach((name, amount) -> running.merge(name, amount, PodUsage::greater));
        amounts(spec.path("resources").path(what)).forEach(running::put);
        amounts(spec.path("overhead"))
                .forEach(
                        (name, amount) -> {
                            if (what.equals("requests") || running.containsKey(name)) {
                                running.merge(name, amount, PodUsage::sum);
                            }
                        });
        return running;
    }

    private static Map<String, Quantity> amounts(JsonNode list) {
        Map<String, Quantity> amounts = new LinkedHashMap<>();
        list.properties()
                .forEach(e -> amounts.put(e.getKey(), Quantity.parse(e.getValue().asText())));
        return amounts;
    }

    private static Quantity sum(Quantity a, Quantity b) {
        return new Quantity(a.value().add(b.value()), a.notation());
    }

    private static Quantity greater(Quantity a, Quantity b) {
        return a.compareTo(b) >= 0 ? a : b;
    }

    /// Which requests and limits a quota counts that a container does not say.
    ///
    /// @param counted names in the quota
    /// @return such as `limits.cpu for: a,b`, in the order of names
    static List<String> unsaid(JsonNode pod, Set<String> counted) {
        List<String> all = new ArrayList<>();
        for (String name : new TreeSet<>(counted)) {
            String what = name.startsWith("limits.") ? "limits" : "requests";
            String resource = name.startsWith(what + ".") ? name.substring(what.length() + 1) : name;
            if (!SHORT.contains(resource) || resource.equals("ephemeral-storage")) {
                continue;
            }
            List<String> silent = new ArrayList<>();
            for (String list : List.of("initContainers", "containers")) {
                for (JsonNode container : pod.path("spec").path(list)) {
                    if (!container.path("resources").path(what).has(resource)) {
                        silent.add(container.path("name").asText());
                    }
                }
            }
            if (!silent.isEmpty() && !pod.path("spec").path("resources").path(what).has(resource)) {
                all.add(name + " for: " + String.join(",", silent.stream().sorted().toList()));
            }
        }
        return all;
    }
}
