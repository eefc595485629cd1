package dev.sluice.apiserver.admission;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.type.Quantity;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Fills in and bounds requests and limits of containers by the namespace's LimitRanges (H2.66).
final class LimitRanger extends PodAdmission {
    LimitRanger() {
        super(false);
    }

    @Override
    public String name() {
        return "LimitRanger";
    }

    @Override
    public void mutate(AdmissionRequest request, ObjectReader objects) {
        for (JsonNode limit : limits(request, objects, "Container")) {
            for (String list : List.of("containers", "initContainers")) {
                for (JsonNode container : spec(request).path(list)) {
                    if (container instanceof ObjectNode object) {
                        fillIn(object, limit);
                    }
                }
            }
        }
    }

    private static void fillIn(ObjectNode container, JsonNode limit) {
        for (String[] pair :
                new String[][] {{"limits", "default"}, {"requests", "defaultRequest"}}) {
            for (var entry : limit.path(pair[1]).properties()) {
                ObjectNode amounts = container.withObject("/resources").withObject("/" + pair[0]);
                if (!amounts.has(entry.getKey())) {
                    amounts.set(entry.getKey(), entry.getValue());
                }
            }
        }
    }

    @Override
    public List<String> validate(AdmissionRequest request, ObjectReader objects) {
        List<String> complaints = new ArrayList<>();
        for (JsonNode limit : limits(request, objects, "Container")) {
            for (String list : List.of("containers", "initContainers")) {
                for (JsonNode container : spec(request).path(list)) {
                    check(container.path("resources"), limit, complaints);
                }
            }
        }
        if (!complaints.isEmpty()) {
            throw forbidden(
                    request,
                    complaints.size() == 1
                            ? complaints.getFirst()
                            : "[" + String.join(", ", complaints) + "]");
        }
        return List.of();
    }

    private static void check(JsonNode resources, JsonNode limit, List<String> complaints) {
        for (var entry : limit.path("min").properties()) {
            String name = entry.getKey();
            Quantity least = amount(entry.getValue());
            Quantity request = found(resources.path("requests"), name);
            if (request == null) {
                complaints.add(
                        "minimum "
                                + name
                                + " usage per Container is "
                                + least
                                + ".  No request is specified");
            } else if (request.compareTo(least) < 0) {
                complaints.add(
                        "minimum "
                                + name
                                + " usage per Container is "
                                + least
                                + ", but request is "
                                + request);
            }
        }
        for (var entry : limit.path("max").properties()) {
            String name = entry.getKey();
            Quantity most = amount(entry.getValue());
            Quantity bound = found(resources.path("limits"), name);
            if (bound == null) {
                complaints.add(
                        "maximum "
                                + name
                                + " usage per Container is "
                                + most
                                + ".  No limit is specified");
            } else if (bound.compareTo(most) > 0) {
                complaints.add(
                        "maximum "
                                + name
                                + " usage per Container is "
                                + most
                                + ", but limit is "
                                + bound);
            }
        }
    }

    private static List<JsonNode> limits(
            AdmissionRequest request, ObjectReader objects, String type) {
        List<JsonNode> found = new ArrayList<>();
        for (ObjectNode range : objects.list("limitranges", request.namespace())) {
            for (JsonNode limit : range.path("spec").path("limits")) {
                if (limit.path("type").asText().equals(type)) {
                    found.add(limit);
                }
            }
        }
        return found;
    }

    private static @Nullable Quantity found(JsonNode amounts, String name) {
        JsonNode value = amounts.get(name);
        return value == null ? null : amount(value);
    }

    private static Quantity amount(JsonNode value) {
        return Quantity.parse(value.asText());
    }
}
