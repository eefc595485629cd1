package dev.sluice.apiserver.kind;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.sluice.apiserver.type.TypeSchemas;
import dev.sluice.apiserver.type.TypeTable;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;

/// The kinds that are served without any CustomResourceDefinition (H8): read from a table, in the order of discovery.
public final class BuiltInKinds {
    private static final List<String> CREATE_ONLY = List.of("create");

    private BuiltInKinds() {}

    /// @return every built-in kind; the schemas are made anew by each call, so call once per server
    public static List<Kind> all() {
        TypeSchemas schemas = new TypeSchemas(new TypeTable());
        List<Kind> kinds = new ArrayList<>();
        for (String line : lines()) {
            if (!line.isBlank() && !line.startsWith("#")) {
                kinds.add(kind(line.split(" "), schemas));
            }
        }
        return List.copyOf(kinds);
    }

    /// The type table's name of a built-in kind: `core.Pod` for `v1 Pod`.
    public static String typeName(String group, String kind) {
        return typeGroup(group) + "." + kind;
    }

    /// The type table's file of an API group: `rbac` for `rbac.authorization.k8s.io`.
    public static String typeGroup(String group) {
        if (group.isEmpty()) {
            return "core";
        }
        int dot = group.indexOf('.');
        return dot < 0 ? group : group.substring(0, dot);
    }

    private static Kind kind(String[] words, TypeSchemas schemas) {
        if (words.length != 8) {
            throw new IllegalStateException(
                    "kinds.txt: expected 8 columns: " + String.join(" ", words));
        }
        int slash = words[0].indexOf('/');
        String group = slash < 0 ? "" : words[0].substring(0, slash);
        String name = words[1];
        Set<String> scope = Set.of(words[3].split(","));
        String version = words[0].substring(slash + 1);
        return new Kind(
                group,
                version,
                name,
                words[2],
                name.toLowerCase(Locale.ROOT),
                list(words[4]),
                list(words[5]),
                scope.contains("namespaced"),
                true,
                schemas.ofKind(typeName(group, name)),
                subresources(words[6]),
                rules(group, name, scope.contains("create-only")),
                columns(group, name),
                new LinkedHashSet<>(list(words[7])),
                !group.equals("events.k8s.io"));
    }

    private static KindRules rules(String group, String kind, boolean createOnly) {
        if (!createOnly) {
            return KindRules.NONE;
        }
        return new KindRules() {
            @Override
            public List<String> verbs() {
                return CREATE_ONLY;
            }
        };
    }

    private static List<Column> columns(String group, String kind) {
        return List.of(
                new Column(
                        "Name",
                        "string",
                        "name",
                        "",
                        0,
                        (object, now) ->
                                JsonNodeFactory.instance.textNode(
                                        object.path("metadata").path("name").asText())));
    }

    private static Set<Kind.Subresource> subresources(String words) {
        Set<Kind.Subresource> all = EnumSet.noneOf(Kind.Subresource.class);
        for (String word : list(words)) {
            all.add(
                    word.equals("ephemeralcontainers")
                            ? Kind.Subresource.EPHEMERAL_CONTAINERS
                            : Kind.Subresource.valueOf(word.toUpperCase(Locale.ROOT)));
        }
        return all;
    }

    private static List<String> list(String words) {
        return words.equals("-") ? List.of() : List.of(words.split(","));
    }

    private static List<String> lines() {
        try (InputStream in =
                Objects.requireNonNull(BuiltInKinds.class.getResourceAsStream("kinds.txt"))) {
            return new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))
                    .lines()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
