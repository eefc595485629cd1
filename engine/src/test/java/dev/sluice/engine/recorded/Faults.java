package dev.sluice.engine.recorded;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.engine.spec.WorkloadSpec.RequestFault;
import dev.sluice.model.Quantity;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Requests that contradict limits or LimitRanges (R1.19, R1.20), as far as recordings have them.
final class Faults {

    private Faults() {}

    static @Nullable RequestFault of(JsonNode spec, JsonNode limitRange) {
        List<String> own = new ArrayList<>();
        List<String> range = new ArrayList<>();
        int i = 0;
        for (JsonNode podSet : spec.path("podSets")) {
            JsonNode pod = podSet.path("template").path("spec");
            String path = "spec.podSets[" + i + "].template.spec.";
            check(path + "initContainers", pod.path("initContainers"), limitRange, own, range);
            check(path + "containers", pod.path("containers"), limitRange, own, range);
            i++;
        }
        if (!own.isEmpty()) {
            return new RequestFault(false, own);
        }
        return range.isEmpty() ? null : new RequestFault(true, range);
    }

    private static void check(
            String path, JsonNode list, JsonNode limitRange, List<String> own, List<String> range) {
        int j = 0;
        for (JsonNode container : list) {
            JsonNode resources = container.path("resources");
            Map<String, Quantity> limits = SpecReader.quantities(resources.path("limits"));
            Map<String, Quantity> requests = new HashMap<>(limits);
            for (JsonNode item : limitRange) {
                if (item.path("type").asText().equals("Container")) {
                    requests.putAll(SpecReader.quantities(item.path("defaultRequest")));
                }
            }
            requests.putAll(SpecReader.quantities(resources.path("requests")));
            TreeSet<String> above = new TreeSet<>();
            requests.forEach(
                    (name, amount) -> {
                        Quantity limit = limits.get(name);
                        if (limit != null && amount.compareTo(limit) > 0) {
                            above.add("\"" + name + "\"");
                        }
                    });
            String where = path + "[" + j + "]: Invalid value: ";
            if (!above.isEmpty()) {
                own.add(
                        where
                                + "["
                                + String.join(",", above)
                                + "]: requests must not exceed its limits");
            }
            for (JsonNode item : limitRange) {
                if (!item.path("type").asText().equals("Container")) {
                    continue;
                }
                TreeSet<String> over = new TreeSet<>();
                SpecReader.quantities(item.path("max"))
                        .forEach(
                                (name, max) -> {
                                    Quantity most =
                                            requests.getOrDefault(name, Quantity.ZERO)
                                                    .max(limits.getOrDefault(name, Quantity.ZERO));
                                    if (most.compareTo(max) > 0) {
                                        over.add("\"" + name + "\"");
                                    }
                                });
                if (!over.isEmpty()) {
                    range.add(
                            where
                                    + "["
                                    + String.join(",", over)
                                    + "]: requests must not be above the limitRange max");
                }
            }
            j++;
        }
    }
}
