package dev.sluice.apiserver.admission.match;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.apiserver.admission.AdmissionRequest;
import dev.sluice.apiserver.kind.Kind;
import java.util.HashSet;
import java.util.Set;

/// One rule of a webhook or policy: operations on resources. `*` stands for all, `pods/*` for a resource with everything
/// below it, `*/*` for everything.
record MatchRule(
        Set<String> operations,
        Set<String> groups,
        Set<String> versions,
        Set<String> resources,
        Set<String> names,
        String scope) {

    static MatchRule of(JsonNode rule) {
        return new MatchRule(
                words(rule.path("operations")),
                words(rule.path("apiGroups")),
                words(rule.path("apiVersions")),
                words(rule.path("resources")),
                words(rule.path("resourceNames")),
                rule.path("scope").asText("*"));
    }

    private static Set<String> words(JsonNode list) {
        Set<String> words = new HashSet<>();
        list.forEach(word -> words.add(word.asText()));
        return Set.copyOf(words);
    }

    /// @param kind of the resource, in the version of the request or in another one
    boolean matches(AdmissionRequest request, Kind kind) {
        return isIn(operations, request.operation().name())
                && isIn(groups, kind.group())
                && isIn(versions, kind.version())
                && hasScope(request)
                && (names.isEmpty() || names.contains(request.name()))
                && hasResource(kind.plural(), request.subresource());
    }

    private static boolean isIn(Set<String> words, String word) {
        return words.contains("*") || words.contains(word);
    }

    private boolean hasScope(AdmissionRequest request) {
        return switch (scope) {
            case "Namespaced" -> request.kind().namespaced();
            case "Cluster" -> !request.kind().namespaced();
            default -> true;
        };
    }

    private boolean hasResource(String plural, String subresource) {
        for (String pattern : resources) {
            int slash = pattern.indexOf('/');
            String resource = slash < 0 ? pattern : pattern.substring(0, slash);
            String below = slash < 0 ? "" : pattern.substring(slash + 1);
            if ((resource.equals("*") || resource.equals(plural))
                    && (below.equals("*") || below.equals(subresource))) {
                return true;
            }
        }
        return false;
    }
}
