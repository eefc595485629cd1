package dev.sluice.apiserver.audit;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.sluice.apiserver.access.Attributes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// Says how much of which request is written down: the first rule that fits decides, and nothing is written when none
/// does. It is read from a file of kind `Policy` of `audit.k8s.io/v1`.
public final class AuditPolicy {
    private static final Set<String> KNOWN =
            Set.of(
                    "level",
                    "users",
                    "userGroups",
                    "verbs",
                    "namespaces",
                    "resources",
                    "nonResourceURLs",
                    "omitStages",
                    "omitManagedFields");

    /// Bodies of these are never written down: they hold secrets (H7.24).
    private static final Set<String> SECRET =
            Set.of("secrets", "serviceaccounts/token", "tokenreviews");

    /// What is used when no file is given: who changed what, and no reads.
    public static final AuditPolicy CHANGES =
            new AuditPolicy(
                    List.of(
                            new Rule(
                                    AuditLevel.METADATA,
                                    List.of(),
                                    List.of(),
                                    List.of(
                                            "create",
                                            "update",
                                            "patch",
                                            "delete",
                                            "deletecollection"),
                                    List.of(),
                                    List.of(),
                                    List.of())));

    private final List<Rule> rules;

    private AuditPolicy(List<Rule> rules) {
        this.rules = rules;
    }

    /// One rule; an empty list fits everything.
    ///
    /// @param resources `group/resource` or `group/resource/subresource`; `*` and `group/*` fit more
    private record Rule(
            AuditLevel level,
            List<String> users,
            List<String> groups,
            List<String> verbs,
            List<String> namespaces,
            List<String> resources,
            List<String> urls) {
        boolean fits(Attributes asked) {
            boolean who =
                    (users.isEmpty() || users.contains(asked.user().name()))
                            && (groups.isEmpty()
                                    || groups.stream().anyMatch(asked.user().groups()::contains));
            return who
                    && (verbs.isEmpty() || verbs.contains(asked.verb()))
                    && switch (asked.target()) {
                        case Attributes.Url(String path) ->
                                resources.isEmpty()
                                        && namespaces.isEmpty()
                                        && (urls.isEmpty()
                                                || urls.stream().anyMatch(u -> fits(u, path)));
                        case Attributes.Resource resource ->
                                urls.isEmpty()
                                        && (namespaces.isEmpty()
                                                || namespaces.contains(resource.namespace()))
                                        && (resources.isEmpty()
                                                || resources.stream()
                                                        .anyMatch(r -> fits(r, resource)));
                    };
        }

        private static boolean fits(String url, String path) {
            return url.endsWith("*")
                    ? path.startsWith(url.substring(0, url.length() - 1))
                    : url.equals(path);
        }

        private static boolean fits(String pattern, Attributes.Resource asked) {
            int slash = pattern.indexOf('/');
            if (!pattern.substring(0, slash).equals(asked.group())) {
                return false;
            }
            String resource = pattern.substring(slash + 1);
            return resource.equals("*")
                    || resource.equals(asked.combined())
                    || (resource.startsWith("*/")
                            && resource.substring(2).equals(asked.subresource()))
                    || (resource.endsWith("/*")
                            && resource.substring(0, resource.length() - 2)
                                    .equals(asked.resource()));
        }
    }

    /// Reads a policy.
    ///
    /// @throws IOException when it cannot be read or has what is not known here; the message says where
    public static AuditPolicy read(Path file) throws IOException {
        JsonNode policy;
        try {
            policy = new YAMLMapper().readTree(Files.readString(file));
        } catch (JsonProcessingException wrong) {
            throw new IOException(file + " is no YAML: " + wrong.getOriginalMessage(), wrong);
        }
        if (!policy.path("kind").asText().equals("Policy")
                || !policy.path("apiVersion").asText().equals("audit.k8s.io/v1")) {
            throw new IOException(
                    file
                            + " is a "
                            + policy.path("kind").asText("?")
                            + " of "
                            + policy.path("apiVersion").asText("?")
                            + ", expected a Policy of audit.k8s.io/v1");
        }
        List<Rule> rules = new ArrayList<>();
        for (JsonNode rule : policy.path("rules")) {
            rules.add(rule(file + " rules[" + rules.size() + "]", rule));
        }
        return new AuditPolicy(List.copyOf(rules));
    }

    private static Rule rule(String where, JsonNode rule) throws IOException {
        for (var field : rule.properties()) {
            if (!KNOWN.contains(field.getKey())) {
                throw new IOException(
                        where + " has the field " + field.getKey() + ", expected some of " + KNOWN);
            }
        }
        String word = rule.path("level").asText();
        for (AuditLevel level : AuditLevel.values()) {
            if (level.word().equals(word)) {
                return new Rule(
                        level,
                        texts(rule.path("users")),
                        texts(rule.path("userGroups")),
                        texts(rule.path("verbs")),
                        texts(rule.path("namespaces")),
                        resources(rule.path("resources")),
                        texts(rule.path("nonResourceURLs")));
            }
        }
        throw new IOException(
                where
                        + ".level is '"
                        + word
                        + "', expected None, Metadata, Request or RequestResponse");
    }

    private static List<String> resources(JsonNode entries) {
        List<String> all = new ArrayList<>();
        for (JsonNode entry : entries) {
            String group = entry.path("group").asText("");
            if (entry.path("resources").isEmpty()) {
                all.add(group + "/*");
            }
            entry.path("resources").forEach(r -> all.add(group + "/" + r.asText()));
        }
        return List.copyOf(all);
    }

    private static List<String> texts(JsonNode array) {
        List<String> texts = new ArrayList<>();
        array.forEach(t -> texts.add(t.asText()));
        return List.copyOf(texts);
    }

    /// How much of a request is written down.
    public AuditLevel level(Attributes asked) {
        for (Rule rule : rules) {
            if (rule.fits(asked)) {
                return isSecret(asked) && rule.level() != AuditLevel.NONE
                        ? AuditLevel.METADATA
                        : rule.level();
            }
        }
        return AuditLevel.NONE;
    }

    private static boolean isSecret(Attributes asked) {
        return asked.target() instanceof Attributes.Resource resource
                && SECRET.contains(resource.combined());
    }
}
