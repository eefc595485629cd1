package dev.sluice.apiserver.access;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/// The roles and bindings that every server has (H7.6), read from the table `default-policy.txt`, which says how it is
/// written.
final class DefaultPolicy {
    private static final String TABLE = "default-policy.txt";
    private static final String LABEL = Rbac.GROUP + "/";
    private static final List<String> READ = List.of("get", "list", "watch");
    private static final List<String> WRITE =
            List.of("create", "delete", "deletecollection", "patch", "update");

    private DefaultPolicy() {}

    /// One role of the table.
    ///
    /// @param namespace empty for a ClusterRole
    /// @param labels short ones, such as `aggregate-to-view`
    /// @param aggregates labels of the roles whose rules it has, too
    private record Entry(
            String namespace,
            String name,
            Set<String> labels,
            List<PolicyRule> rules,
            List<String> aggregates,
            List<Binding.Subject> subjects) {
        ObjectNode head(String kind) {
            ObjectNode object = JsonNodeFactory.instance.objectNode();
            object.put("apiVersion", Rbac.GROUP + "/v1").put("kind", kind);
            ObjectNode metadata = object.putObject("metadata");
            metadata.put("name", name);
            if (!namespace.isEmpty()) {
                metadata.put("namespace", namespace);
            }
            metadata.putObject("labels").put("kubernetes.io/bootstrapping", "rbac-defaults");
            metadata.putObject("annotations")
                    .put("rbac.authorization.kubernetes.io/autoupdate", "true");
            return object;
        }

        ObjectNode role(List<PolicyRule> all) {
            ObjectNode role = head(namespace.isEmpty() ? "ClusterRole" : "Role");
            labels.forEach(l -> role.withObject("/metadata/labels").put(LABEL + l, "true"));
            if (!aggregates.isEmpty()) {
                var selectors = role.putObject("aggregationRule").putArray("clusterRoleSelectors");
                aggregates.forEach(
                        l -> selectors.addObject().putObject("matchLabels").put(LABEL + l, "true"));
            }
            all.forEach(r -> role.withArray("/rules").add(r.toJson()));
            return role;
        }

        ObjectNode binding() {
            ObjectNode binding = head(namespace.isEmpty() ? "ClusterRoleBinding" : "RoleBinding");
            binding.putObject("roleRef")
                    .put("apiGroup", Rbac.GROUP)
                    .put("kind", namespace.isEmpty() ? "ClusterRole" : "Role")
                    .put("name", name);
            for (Binding.Subject subject : subjects) {
                ObjectNode out = binding.withArray("/subjects").addObject();
                out.put("kind", subject.kind());
                if (subject.kind().equals("ServiceAccount")) {
                    out.put("namespace", subject.namespace());
                } else {
                    out.put("apiGroup", Rbac.GROUP);
                }
                out.put("name", subject.name());
            }
            return binding;
        }
    }

    /// All of them, roles before the bindings that name them.
    static List<ObjectNode> objects() {
        List<Entry> entries = entries();
        List<ObjectNode> objects = new ArrayList<>();
        entries.forEach(e -> objects.add(e.role(rules(e, entries))));
        entries.stream()
                .filter(e -> !e.subjects().isEmpty())
                .forEach(e -> objects.add(e.binding()));
        return objects;
    }

    private static List<PolicyRule> rules(Entry entry, List<Entry> all) {
        Set<PolicyRule> rules = new LinkedHashSet<>(entry.rules());
        for (String label : entry.aggregates()) {
            for (Entry other : all) {
                if (other.labels().contains(label)) {
                    rules.addAll(rules(other, all));
                }
            }
        }
        return List.copyOf(rules);
    }

    private static List<Entry> entries() {
        List<Entry> entries = new ArrayList<>();
        try (InputStream in =
                        Objects.requireNonNull(
                                DefaultPolicy.class.getResourceAsStream(TABLE), TABLE);
                BufferedReader lines =
                        new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (!line.isBlank() && !line.startsWith("#")) {
                    read(line, entries);
                }
            }
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
        return entries;
    }

    private static void read(String line, List<Entry> entries) {
        String[] words = line.strip().split("\\s+");
        switch (words[0]) {
            case "clusterrole" ->
                    entries.add(entry("", words[1], List.of(words).subList(2, words.length)));
            case "role" -> {
                String[] place = words[1].split("/", 2);
                entries.add(entry(place[0], place[1], List.of()));
            }
            case "aggregate" -> entries.getLast().aggregates().add(words[1]);
            case "bind" -> entries.getLast().subjects().add(subject(words[1], words[2]));
            default -> entries.getLast().rules().add(rule(line.strip()));
        }
    }

    private static Entry entry(String namespace, String name, List<String> labels) {
        return new Entry(
                namespace,
                name,
                new LinkedHashSet<>(labels),
                new ArrayList<>(),
                new ArrayList<>(),
                new ArrayList<>());
    }

    private static Binding.Subject subject(String kind, String name) {
        int slash = kind.equals("ServiceAccount") ? name.indexOf('/') : -1;
        return new Binding.Subject(
                kind, slash < 0 ? "" : name.substring(0, slash), name.substring(slash + 1));
    }

    private static PolicyRule rule(String line) {
        String[] parts = line.split("\\|", -1);
        List<String> verbs =
                words(parts[0])
                        .flatMap(
                                v ->
                                        switch (v) {
                                            case "read" -> READ.stream();
                                            case "write" -> WRITE.stream();
                                            default -> Stream.of(v);
                                        })
                        .toList();
        if (parts[1].strip().equals("url")) {
            return new PolicyRule(verbs, List.of(), List.of(), List.of(), words(parts[2]).toList());
        }
        return new PolicyRule(
                verbs,
                words(parts[1]).map(g -> g.equals("core") ? "" : g).toList(),
                words(parts[2]).toList(),
                parts.length > 3 ? words(parts[3]).toList() : List.of(),
                List.of());
    }

    private static Stream<String> words(String text) {
        return Stream.of(text.strip().split(","));
    }
}
