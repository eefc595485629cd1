package dev.sluice.apiserver.kind;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The kinds that the server serves now: built-in ones for ever, custom ones as their definitions come and go. Reads
/// see one immutable view; a change puts a whole new view in its place (H4.53).
public final class KindRegistry {
    private final List<Kind> builtIn;
    private final Map<String, List<Kind>> customByDefinition = new TreeMap<>();
    private volatile View view;

    /// @param builtIn every served version of every built-in kind
    public KindRegistry(Collection<Kind> builtIn) {
        this.builtIn = List.copyOf(builtIn);
        this.view = View.of(this.builtIn, 0);
    }

    /// What is served at this moment.
    public View view() {
        return view;
    }

    /// Serves the kinds of one CustomResourceDefinition in place of those it had before.
    ///
    /// @param definition the CRD's name, `workloads.kueue.x-k8s.io`
    /// @param kinds its served versions; an empty list takes the definition out of service
    public synchronized void serve(String definition, List<Kind> kinds) {
        if (kinds.isEmpty()) {
            customByDefinition.remove(definition);
        } else {
            customByDefinition.put(definition, List.copyOf(kinds));
        }
        List<Kind> all = new ArrayList<>(builtIn);
        customByDefinition.values().forEach(all::addAll);
        view = View.of(all, view.generation() + 1);
    }

    /// One consistent set of kinds.
    public static final class View {
        private final List<Kind> kinds;
        private final Map<String, Map<String, Map<String, Kind>>> byPath;
        private final Map<String, List<Kind>> byResource;
        private final long generation;

        private View(
                List<Kind> kinds,
                Map<String, Map<String, Map<String, Kind>>> byPath,
                Map<String, List<Kind>> byResource,
                long generation) {
            this.kinds = kinds;
            this.byPath = byPath;
            this.byResource = byResource;
            this.generation = generation;
        }

        private static View of(List<Kind> kinds, long generation) {
            Map<String, Map<String, Map<String, Kind>>> byPath = new LinkedHashMap<>();
            Map<String, List<Kind>> byResource = new HashMap<>();
            for (Kind kind : kinds) {
                byPath.computeIfAbsent(kind.group(), _ -> new LinkedHashMap<>())
                        .computeIfAbsent(kind.version(), _ -> new LinkedHashMap<>())
                        .put(kind.plural(), kind);
                byResource.computeIfAbsent(kind.resource(), _ -> new ArrayList<>()).add(kind);
            }
            return new View(List.copyOf(kinds), byPath, byResource, generation);
        }

        /// Every served version of every kind, built-in ones first.
        public List<Kind> kinds() {
            return kinds;
        }

        /// @return the kind at `/apis/{group}/{version}/{plural}`, or null
        public @Nullable Kind find(String group, String version, String plural) {
            return byPath.getOrDefault(group, Map.of()).getOrDefault(version, Map.of()).get(plural);
        }

        /// @return the kind called `kind` in an `apiVersion`, or null
        public @Nullable Kind named(String apiVersion, String kind) {
            for (Kind candidate : kinds) {
                if (candidate.kind().equals(kind) && candidate.apiVersion().equals(apiVersion)) {
                    return candidate;
                }
            }
            return null;
        }

        /// @return the version of a resource in which its objects are stored, or null
        public @Nullable Kind stored(String resource) {
            for (Kind kind : byResource.getOrDefault(resource, List.of())) {
                if (kind.storageVersion()) {
                    return kind;
                }
            }
            return null;
        }

        /// The kinds whose objects are stored under one name; the two kinds of events are the same objects (H2.60).
        public List<Kind> sharing(String resource) {
            List<Kind> all = byResource.getOrDefault(resource, List.of());
            if (!resource.equals("events")) {
                return all;
            }
            List<Kind> both = new ArrayList<>(all);
            both.addAll(byResource.getOrDefault("events.events.k8s.io", List.of()));
            return both;
        }

        /// The groups in order of first appearance; the core group is "".
        public List<String> groups() {
            return List.copyOf(byPath.keySet());
        }

        /// The versions of a group, the preferred one first (H1.15).
        public List<String> versions(String group) {
            List<String> versions = new ArrayList<>(byPath.getOrDefault(group, Map.of()).keySet());
            versions.sort(VersionOrder.PREFERRED_FIRST);
            return versions;
        }

        /// The kinds of one group and version, in order of their plural names.
        public List<Kind> kinds(String group, String version) {
            return byPath
                    .getOrDefault(group, Map.of())
                    .getOrDefault(version, Map.of())
                    .values()
                    .stream()
                    .sorted(Comparator.comparing(Kind::plural))
                    .toList();
        }

        /// Rises with every change; discovery documents are made anew when it does (H1.16).
        public long generation() {
            return generation;
        }
    }
}
