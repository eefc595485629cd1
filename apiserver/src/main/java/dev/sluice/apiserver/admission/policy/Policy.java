package dev.sluice.apiserver.admission.policy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.admission.match.MatchConditions;
import dev.sluice.apiserver.admission.match.MatchResources;
import dev.sluice.apiserver.cel.CelSyntaxError;
import org.jspecify.annotations.Nullable;

/// What policies that validate and policies that change have in common.
///
/// @param lenient whether a mistake at run time lets the request pass (`failurePolicy: Ignore`)
/// @param spec as it is stored
record Policy(
        String name,
        MatchResources resources,
        MatchConditions conditions,
        PolicyScope scope,
        @Nullable ParamKind paramKind,
        boolean lenient,
        JsonNode spec) {

    /// The kind of the objects that parameterise a policy.
    record ParamKind(String apiVersion, String kind) {}

    /// @param policy accepted by the rules of its kind
    /// @throws CelSyntaxError when an expression is none
    static Policy of(ObjectNode policy) throws CelSyntaxError {
        JsonNode spec = policy.path("spec");
        CelSyntaxError[] mistake = new CelSyntaxError[1];
        PolicyScope scope = PolicyScope.of(spec, (_, error) -> mistake[0] = error);
        if (mistake[0] != null) {
            throw mistake[0];
        }
        JsonNode params = spec.path("paramKind");
        return new Policy(
                policy.path("metadata").path("name").asText(),
                MatchResources.ofPolicy(spec.path("matchConstraints")),
                MatchConditions.of(spec.path("matchConditions"), scope.conditions()),
                scope,
                params.isObject()
                        ? new ParamKind(
                                params.path("apiVersion").asText(), params.path("kind").asText())
                        : null,
                spec.path("failurePolicy").asText().equals("Ignore"),
                spec);
    }
}
