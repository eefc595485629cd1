package dev.sluice.apiserver.kind;

import dev.sluice.apiserver.rules.BuiltInRules;
import dev.sluice.apiserver.rules.Traits;
import dev.sluice.apiserver.table.BuiltInColumns;
import dev.sluice.apiserver.type.TypeSchemas;
import dev.sluice.apiserver.type.TypeTable;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;

/// The kinds that are served without any CustomResourceDefinition (H8): read from a table, in the order of discovery.
public final class BuiltInKinds {
    private BuiltInKinds() {}

    /// As [#all(InstantSource)], by the system's clock.
    public static List<Kind> all() {
        return all(InstantSource.system());
    }

    /// @param clock dates what the server itself writes into new objects
    /// @return every built-in kind; the schemas are made anew by each call, so call once per server
    public static List<Kind> all(InstantSource clock) {
        TypeTable table = TypeTable.BUILT_IN;
        TypeSchemas schemas = new TypeSchemas(table);
        List<Kind> kinds = new ArrayList<>();
        for (String line : lines()) {
            if (!line.isBlank() && !line.startsWith("#")) {
                kinds.add(kind(line.split(" "), table, schemas, clock));
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

    private static Kind kind(
            String[] words, TypeTable table, TypeSchemas schemas, InstantSource clock) {
        if (words.length != 9) {
            throw new IllegalStateException(
                    "kinds.txt: expected 9 columns: " + String.join(" ", words));
        }
        int slash = words[0].indexOf('/');
        String group = slash < 0 ? "" : words[0].substring(0, slash);
        String name = words[1];
        String version = words[0].substring(slash + 1);
        KindRules rules =
                BuiltInRules.of(
                        table,
                        typeName(group, name),
                        new Traits(Set.copyOf(list(words[8]))),
                        clock);
        return new Kind(
                group,
                version,
                name,
                words[2],
                name.toLowerCase(Locale.ROOT),
                list(words[4]),
                list(words[5]),
                words[3].equals("namespaced"),
                true,
                schemas.ofKind(typeName(group, name)),
                subresources(words[6]),
                rules,
                BuiltInColumns.of(typeName(group, name)),
                new LinkedHashSet<>(list(words[7])),
                !group.equals("events.k8s.io"));
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
