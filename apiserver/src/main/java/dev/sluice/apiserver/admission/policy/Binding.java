package dev.sluice.apiserver.admission.policy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.admission.match.MatchResources;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Puts a policy into force, for some requests, with some parameters.
///
/// @param resources null when the binding takes all that its policy takes
/// @param actions what becomes of a request that the policy does not like, such as `Deny`; empty for policies that change
record Binding(
        String name,
        String policy,
        @Nullable MatchResources resources,
        JsonNode paramRef,
        Set<String> actions) {

    /// @param binding accepted by the rules of its kind
    static Binding of(ObjectNode binding) {
        JsonNode spec = binding.path("spec");
        Set<String> actions = new LinkedHashSet<>();
        spec.path("validationActions").forEach(action -> actions.add(action.asText()));
        return new Binding(
                binding.path("metadata").path("name").asText(),
                spec.path("policyName").asText(),
                spec.path("matchResources").isObject()
                        ? MatchResources.ofPolicy(spec.path("matchResources"))
                        : null,
                spec.path("paramRef"),
                Set.copyOf(actions));
    }
}
