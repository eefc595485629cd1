package dev.sluice.apiserver.admission.policy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.admission.AdmissionRequest;
import dev.sluice.apiserver.admission.Equivalents;
import dev.sluice.apiserver.admission.ObjectReader;
import dev.sluice.apiserver.admission.match.MatchConditions;
import dev.sluice.apiserver.admission.match.MatchResources;
import dev.sluice.apiserver.admission.match.Vocabulary;
import dev.sluice.apiserver.cel.Authority;
import dev.sluice.apiserver.cel.Budget;
import dev.sluice.apiserver.cel.Expression;
import dev.sluice.apiserver.kind.Kind;
import dev.sluice.apiserver.kind.KindRegistry;
import dev.sluice.apiserver.security.User;
import dev.sluice.apiserver.selector.LabelMatch;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Finds out whether a policy with a binding is about a request, and with which values its expressions are to be looked at:
/// once for each parameter object.
///
/// @param authorities what a user may do, for the name `authorizer`
record PolicyCases(
        ObjectReader objects,
        Equivalents equivalents,
        KindRegistry kinds,
        Function<User, Authority> authorities) {
    private static final long COST_MAX = 10_000_000;

    /// One evaluation.
    ///
    /// @param asked the request in the version that the policy names
    record Case(AdmissionRequest asked, Expression.Values values, Budget budget) {}

    /// Says why a policy cannot be asked about a request that it may be about.
    static final class Unanswerable extends Exception {
        private static final long serialVersionUID = 1L;

        Unanswerable(String why) {
            super(why, null, false, false);
        }

        String text() {
            return String.valueOf(getMessage());
        }
    }

    /// @return empty when the policy is not about the request
    /// @throws Unanswerable when a match condition or the search for parameters fails
    List<Case> of(Policy policy, Binding binding, AdmissionRequest request) throws Unanswerable {
        if (request.kind().group().equals("admissionregistration.k8s.io")) {
            return List.of();
        }
        Kind kind = policy.resources().match(request, equivalents, objects);
        if (kind == null || !isBound(binding, request)) {
            return List.of();
        }
        AdmissionRequest asked = equivalents.converted(request, kind);
        List<Case> cases = new ArrayList<>();
        for (Parameter parameter : parameters(policy, binding, request)) {
            Expression.Values values = values(policy, asked, request, parameter);
            switch (policy.conditions().ask(values)) {
                case MatchConditions.Verdict.Holds _ ->
                        cases.add(new Case(asked, values, new Budget(COST_MAX)));
                case MatchConditions.Verdict.Fails _ -> {}
                case MatchConditions.Verdict.Broken(String why) -> throw new Unanswerable(why);
            }
        }
        return cases;
    }

    private boolean isBound(Binding binding, AdmissionRequest request) {
        MatchResources resources = binding.resources();
        if (resources == null) {
            return true;
        }
        return resources.hasNoRules()
                ? resources.selects(request, objects)
                : resources.match(request, equivalents, objects) != null;
    }

    /// Takes an object back into the version of the request.
    ObjectNode restored(ObjectNode object, Kind from, AdmissionRequest request) {
        return equivalents.restored(object, from, request);
    }

    private Expression.Values values(
            Policy policy, AdmissionRequest asked, AdmissionRequest request, Parameter parameter) {
        Expression.Values values =
                Vocabulary.values(asked, request, authorities.apply(request.user()));
        values.put(PolicyScope.NAMESPACE, namespace(request));
        values.put(PolicyScope.PARAMS, parameter.object());
        Budget budget = new Budget(COST_MAX);
        Map<String, Supplier<Object>> variables = new LinkedHashMap<>();
        policy.scope()
                .variables()
                .forEach((name, value) -> variables.put(name, () -> value.eval(values, budget)));
        return values.putLazily(PolicyScope.VARIABLES, variables);
    }

    private @Nullable ObjectNode namespace(AdmissionRequest request) {
        if (request.isAboutNamespace()) {
            return request.object() != null ? request.object() : request.old();
        }
        return request.namespace().isEmpty()
                ? null
                : objects.get("namespaces", "", request.namespace());
    }

    // --- parameters
    // ------------------------------------------------------------------------------------------------

    /// @param object null when the policy has no parameters
    private record Parameter(@Nullable ObjectNode object) {}

    private List<Parameter> parameters(Policy policy, Binding binding, AdmissionRequest request)
            throws Unanswerable {
        Policy.ParamKind wanted = policy.paramKind();
        JsonNode ref = binding.paramRef();
        if (wanted == null || !ref.isObject()) {
            return List.of(new Parameter(null));
        }
        Kind kind = kinds.view().named(wanted.apiVersion(), wanted.kind());
        if (kind == null) {
            throw new Unanswerable(
                    "failed to configure binding: paramKind kind `"
                            + wanted.apiVersion()
                            + ", Kind="
                            + wanted.kind()
                            + "` not known");
        }
        List<Parameter> found = new ArrayList<>();
        for (ObjectNode object : candidates(kind, ref, request)) {
            Kind stored = kinds.view().named(object.path("apiVersion").asText(), kind.kind());
            found.add(
                    new Parameter(
                            stored == null || stored.apiVersion().equals(kind.apiVersion())
                                    ? object
                                    : equivalents.convert(object, stored, kind)));
        }
        if (found.isEmpty() && !ref.path("parameterNotFoundAction").asText().equals("Allow")) {
            throw new Unanswerable(
                    "failed to configure binding: no params found for policy binding with `Deny`"
                            + " parameterNotFoundAction");
        }
        return found;
    }

    private List<ObjectNode> candidates(Kind kind, JsonNode ref, AdmissionRequest request)
            throws Unanswerable {
        String namespace = "";
        if (kind.namespaced()) {
            namespace = ref.path("namespace").asText(request.namespace());
            if (namespace.isEmpty()) {
                throw new Unanswerable(
                        "failed to configure binding: cannot use namespaced paramRef in policy"
                                + " binding that matches cluster-scoped resources");
            }
        } else if (ref.hasNonNull("namespace")) {
            throw new Unanswerable(
                    "failed to configure binding: paramRef.namespace must not be provided for a"
                            + " cluster-scoped `paramKind`");
        }
        String name = ref.path("name").asText();
        if (name.isEmpty()) {
            return objects.list(kind.resource(), namespace).stream()
                    .filter(object -> LabelMatch.matches(ref.path("selector"), labels(object)))
                    .toList();
        }
        ObjectNode object = objects.get(kind.resource(), namespace, name);
        return object == null ? List.of() : List.of(object);
    }

    private static Map<String, String> labels(ObjectNode object) {
        Map<String, String> labels = new LinkedHashMap<>();
        object.path("metadata")
                .path("labels")
                .properties()
                .forEach(label -> labels.put(label.getKey(), label.getValue().asText()));
        return labels;
    }
}
