package dev.sluice.apiserver.admission;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

/// Gives a pod the number of its PriorityClass (H2.65).
final class PriorityAdmission extends PodAdmission {
    private static final String RESOURCE = "priorityclasses.scheduling.k8s.io";
    private static final String DEFAULT_POLICY = "PreemptLowerPriority";

    PriorityAdmission() {
        super(true);
    }

    @Override
    public String name() {
        return "Priority";
    }

    @Override
    public void mutate(AdmissionRequest request, ObjectReader objects) {
        ObjectNode spec = spec(request);
        if (request.old() != null) {
            keep(spec, request.old().path("spec"));
            return;
        }
        String name = spec.path("priorityClassName").asText("");
        ObjectNode chosen =
                name.isEmpty() ? globalDefault(objects) : objects.get(RESOURCE, "", name);
        if (chosen == null && !name.isEmpty()) {
            throw forbidden(request, "no PriorityClass with name " + name + " was found");
        }
        int value = chosen == null ? 0 : chosen.path("value").asInt();
        if (chosen != null) {
            spec.put("priorityClassName", chosen.path("metadata").path("name").asText());
        }
        if (spec.has("priority") && spec.get("priority").asInt() != value) {
            throw forbidden(
                    request,
                    "the integer value of priority ("
                            + spec.get("priority").asInt()
                            + ") must not be provided in pod spec; priority admission controller computed "
                            + value
                            + " from the given PriorityClass name");
        }
        spec.put("priority", value);
        policy(request, spec, chosen);
    }

    /// An update that names no priority keeps the old one.
    private static void keep(ObjectNode spec, JsonNode old) {
        for (String field : new String[] {"priority", "preemptionPolicy"}) {
            if (!spec.has(field) && old.has(field)) {
                spec.set(field, old.get(field));
            }
        }
    }

    private static void policy(
            AdmissionRequest request, ObjectNode spec, @Nullable ObjectNode chosen) {
        String policy =
                chosen == null
                        ? DEFAULT_POLICY
                        : chosen.path("preemptionPolicy").asText(DEFAULT_POLICY);
        String given = spec.path("preemptionPolicy").asText("");
        if (!given.isEmpty() && !given.equals(policy)) {
            throw forbidden(
                    request,
                    "the string value of PreemptionPolicy ("
                            + given
                            + ") must not be provided in pod spec; priority admission controller computed "
                            + policy
                            + " from the given PriorityClass name");
        }
        spec.put("preemptionPolicy", policy);
    }

    /// The lowest of those that want to be the default.
    private static @Nullable ObjectNode globalDefault(ObjectReader objects) {
        ObjectNode lowest = null;
        for (ObjectNode candidate : objects.list(RESOURCE, "")) {
            if (candidate.path("globalDefault").asBoolean()
                    && (lowest == null
                            || candidate.path("value").asInt() < lowest.path("value").asInt())) {
                lowest = candidate;
            }
        }
        return lowest;
    }
}
