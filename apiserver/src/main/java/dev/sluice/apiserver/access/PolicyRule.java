package dev.sluice.apiserver.access;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;

/// One rule of a role: these verbs on those resources or paths (H7.6). A `*` stands for all.
record PolicyRule(
        List<String> verbs,
        List<String> apiGroups,
        List<String> resources,
        List<String> resourceNames,
        List<String> nonResourceUrls) {
    private static final String ALL = "*";

    /// Everything, resources and paths.
    static final List<PolicyRule> EVERYTHING =
            List.of(
                    new PolicyRule(List.of(ALL), List.of(ALL), List.of(ALL), List.of(), List.of()),
                    new PolicyRule(List.of(ALL), List.of(), List.of(), List.of(), List.of(ALL)));

    /// @param rules `rules` of a Role or ClusterRole
    static List<PolicyRule> all(JsonNode rules) {
        List<PolicyRule> all = new ArrayList<>(rules.size());
        for (JsonNode rule : rules) {
            all.add(
                    new PolicyRule(
                            texts(rule.path("verbs")),
                            texts(rule.path("apiGroups")),
                            texts(rule.path("resources")),
                            texts(rule.path("resourceNames")),
                            texts(rule.path("nonResourceURLs"))));
        }
        return List.copyOf(all);
    }

    static List<String> texts(JsonNode array) {
        List<String> texts = new ArrayList<>(array.size());
        array.forEach(t -> texts.add(t.asText()));
        return List.copyOf(texts);
    }

    boolean allows(String verb, Attributes.Target target) {
        return has(verbs, verb)
                && switch (target) {
                    case Attributes.Url url -> allowsUrl(url.path());
                    case Attributes.Resource resource ->
                            has(apiGroups, resource.group())
                                    && allowsResource(resource.resource(), resource.subresource())
                                    && (resourceNames.isEmpty()
                                            || resourceNames.contains(resource.name()));
                };
    }

    private static boolean has(List<String> words, String word) {
        return words.contains(ALL) || words.contains(word);
    }

    private boolean allowsResource(String resource, String subresource) {
        if (resources.contains(ALL)) {
            return true;
        }
        return subresource.isEmpty()
                ? resources.contains(resource)
                : resources.contains(resource + "/" + subresource)
                        || resources.contains("*/" + subresource);
    }

    private boolean allowsUrl(String path) {
        for (String url : nonResourceUrls) {
            if (url.equals(ALL)
                    || url.equals(path)
                    || (url.endsWith(ALL) && path.startsWith(url.substring(0, url.length() - 1)))) {
                return true;
            }
        }
        return false;
    }

    /// The rule taken apart into rules with one verb, one group and one resource, or one verb and one path.
    List<PolicyRule> atoms() {
        List<PolicyRule> atoms = new ArrayList<>();
        for (String verb : verbs) {
            for (String group : apiGroups) {
                for (String resource : resources) {
                    List<String> names = resourceNames.isEmpty() ? List.of("") : resourceNames;
                    for (String name : names) {
                        atoms.add(
                                new PolicyRule(
                                        List.of(verb),
                                        List.of(group),
                                        List.of(resource),
                                        name.isEmpty() ? List.of() : List.of(name),
                                        List.of()));
                    }
                }
            }
            for (String url : nonResourceUrls) {
                atoms.add(
                        new PolicyRule(
                                List.of(verb), List.of(), List.of(), List.of(), List.of(url)));
            }
        }
        return atoms;
    }

    /// Whether this rule grants all that an atom does.
    boolean covers(PolicyRule atom) {
        if (!has(verbs, atom.verbs.getFirst())) {
            return false;
        }
        if (!atom.nonResourceUrls.isEmpty()) {
            return allowsUrl(atom.nonResourceUrls.getFirst());
        }
        String resource = atom.resources.getFirst();
        int slash = resource.indexOf('/');
        boolean sameResource =
                slash < 0
                        ? allowsResource(resource, "")
                        : allowsResource(
                                resource.substring(0, slash), resource.substring(slash + 1));
        return has(apiGroups, atom.apiGroups.getFirst())
                && sameResource
                && (resourceNames.isEmpty()
                        || (!atom.resourceNames.isEmpty()
                                && resourceNames.containsAll(atom.resourceNames)));
    }

    /// As in `rules`; empty parts are left out.
    ObjectNode toJson() {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        put(json, "verbs", verbs);
        put(json, "apiGroups", apiGroups);
        put(json, "resources", resources);
        put(json, "resourceNames", resourceNames);
        put(json, "nonResourceURLs", nonResourceUrls);
        return json;
    }

    private static void put(ObjectNode json, String field, List<String> values) {
        if (!values.isEmpty()) {
            values.forEach(json.putArray(field)::add);
        }
    }

    /// As refusals print it: `{APIGroups:[""], Resources:["pods"], Verbs:["get"]}`.
    String text() {
        List<String> parts = new ArrayList<>();
        part(parts, "NonResourceURLs", nonResourceUrls);
        part(parts, "APIGroups", apiGroups);
        part(parts, "Resources", resources);
        part(parts, "ResourceNames", resourceNames);
        part(parts, "Verbs", verbs);
        return "{" + String.join(", ", parts) + "}";
    }

    private static void part(List<String> parts, String name, List<String> values) {
        if (!values.isEmpty()) {
            parts.add(name + ":[\"" + String.join("\" \"", values) + "\"]");
        }
    }
}
