package dev.sluice.api.feature;

import dev.sluice.api.config.BadConfigurationException;
import dev.sluice.api.name.Spelling;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Which feature gates are on (A15).
///
/// The five gates of Sluice's mission are on by default; the peer's names of them are accepted as well. A gate that
/// is on by default goes off together with a gate that it needs; switching it on without that one is an error (A15.1).
public final class FeatureGates {
    private static final Map<String, Known> KNOWN = load();

    private final Map<String, Boolean> values;
    private final Set<String> switchedOn;

    private FeatureGates(Map<String, Boolean> values, Set<String> switchedOn) {
        this.values = Collections.unmodifiableMap(new TreeMap<>(values));
        this.switchedOn = Set.copyOf(switchedOn);
    }

    private record Known(
            String name,
            boolean on,
            boolean onAtPeer,
            boolean locked,
            String alias,
            List<String> parents,
            String idle) {}

    /// What holds when a configuration says nothing.
    public static FeatureGates defaults() {
        Map<String, Boolean> values = new TreeMap<>();
        KNOWN.forEach((name, gate) -> values.put(name, gate.on()));
        return new FeatureGates(values, Set.of());
    }

    /// What holds at the peer when a configuration says nothing; recordings were made with that.
    public static FeatureGates defaultsOfPeer() {
        Map<String, Boolean> values = new TreeMap<>();
        KNOWN.forEach((name, gate) -> values.put(name, gate.onAtPeer()));
        return new FeatureGates(values, Set.of());
    }

    /// Whether the gate is on.
    public boolean isOn(FeatureGate gate) {
        return isOn(gate.text());
    }

    /// Whether the gate with this name, or other name, is on.
    ///
    /// @throws IllegalArgumentException if there is no such gate
    public boolean isOn(String name) {
        Known gate = known(name);
        if (gate == null) {
            throw new IllegalArgumentException("unknown feature gate: " + name);
        }
        return Boolean.TRUE.equals(values.get(gate.name()));
    }

    /// All gates with their values, sorted by name.
    public Map<String, Boolean> values() {
        return values;
    }

    /// The gates that nothing asks about, with the reason: what they would switch is not built, or cannot be switched.
    public static Map<String, String> idle() {
        Map<String, String> reasons = new TreeMap<>();
        KNOWN.forEach(
                (name, gate) -> {
                    if (!gate.idle().isEmpty()) {
                        reasons.put(name, gate.idle());
                    }
                });
        return reasons;
    }

    /// A sentence for each gate that somebody has switched on although nothing asks about it.
    public List<String> remarks() {
        Map<String, String> idle = idle();
        return new TreeSet<>(switchedOn)
                .stream()
                        .filter(idle::containsKey)
                        .map(
                                name ->
                                        "featureGates.%s: true has no effect: %s"
                                                .formatted(name, idle.get(name)))
                        .toList();
    }

    /// These gates with some of them changed.
    ///
    /// @throws BadConfigurationException if a gate does not exist, is locked, or lacks one that it needs
    public FeatureGates with(Map<String, Boolean> changes) {
        List<String> complaints = new ArrayList<>();
        Map<String, Boolean> explicit = new LinkedHashMap<>();
        changes.forEach((name, value) -> change(name, value, explicit, complaints));
        Map<String, Boolean> changed = new TreeMap<>(values);
        changed.putAll(explicit);
        followParents(changed, explicit, complaints);
        if (isTrue(changed, "TASProfileMixed") && !isTrue(changed, "TopologyAwareScheduling")) {
            complaints.add("featureGates: cannot use a TAS profile with TAS disabled");
        }
        if (!complaints.isEmpty()) {
            throw new BadConfigurationException(complaints);
        }
        Set<String> on = new TreeSet<>(switchedOn);
        explicit.forEach(
                (name, value) -> {
                    if (value) {
                        on.add(name);
                    } else {
                        on.remove(name);
                    }
                });
        return new FeatureGates(changed, on);
    }

    private static void change(
            String name, boolean value, Map<String, Boolean> explicit, List<String> complaints) {
        Known gate = known(name);
        if (gate == null) {
            complaints.add(
                    "featureGates."
                            + name
                            + ": unknown feature gate"
                            + Spelling.nearest(name, KNOWN.keySet())
                                    .map(near -> "; did you mean " + near + "?")
                                    .orElse(""));
            return;
        }
        if (gate.locked() && value != gate.on()) {
            complaints.add(
                    "featureGates.%s: cannot be set to %s, it is locked to %s"
                            .formatted(name, value, gate.on()));
        }
        Boolean earlier = explicit.put(gate.name(), value);
        if (earlier != null && earlier != value) {
            complaints.add(
                    "featureGates.%s: set to %s, but under its other name to %s"
                            .formatted(name, value, earlier));
        }
    }

    private static void followParents(
            Map<String, Boolean> values, Map<String, Boolean> explicit, List<String> complaints) {
        for (Known gate : KNOWN.values()) {
            for (String parent : gate.parents()) {
                if (!isTrue(values, gate.name()) || isTrue(values, parent)) {
                    continue;
                }
                if (Boolean.TRUE.equals(explicit.get(gate.name()))) {
                    complaints.add(
                            "featureGates.%s: needs %s, which is off"
                                    .formatted(gate.name(), parent));
                }
                values.put(gate.name(), false);
            }
        }
    }

    private static boolean isTrue(Map<String, Boolean> values, String name) {
        return Boolean.TRUE.equals(values.get(name));
    }

    /// Reads what a command line says: `A=true,B=false`.
    ///
    /// @throws BadConfigurationException if the text does not have this form
    public static Map<String, Boolean> parse(String text) {
        Map<String, Boolean> changes = new LinkedHashMap<>();
        List<String> complaints = new ArrayList<>();
        for (String part : text.isBlank() ? new String[0] : text.split(",", -1)) {
            String[] pair = part.strip().split("=", 2);
            switch (pair.length < 2 ? "" : pair[1].strip()) {
                case "true" -> changes.put(pair[0].strip(), true);
                case "false" -> changes.put(pair[0].strip(), false);
                default ->
                        complaints.add(
                                "featureGates: \"%s\": expected NAME=true or NAME=false"
                                        .formatted(part.strip()));
            }
        }
        if (!complaints.isEmpty()) {
            throw new BadConfigurationException(complaints);
        }
        return changes;
    }

    private static @Nullable Known known(String name) {
        Known gate = KNOWN.get(name);
        if (gate != null) {
            return gate;
        }
        return KNOWN.values().stream()
                .filter(k -> k.alias().equals(name) && !name.isEmpty())
                .findFirst()
                .orElse(null);
    }

    private static Map<String, Known> load() {
        InputStream in = FeatureGates.class.getResourceAsStream("/feature-gates.csv");
        if (in == null) {
            throw new IllegalStateException("feature-gates.csv is not on the class path");
        }
        try (var reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            Map<String, Known> known = new TreeMap<>();
            reader.lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(FeatureGates::row)
                    .forEach(gate -> known.put(gate.name(), gate));
            return Collections.unmodifiableMap(known);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Known row(String line) {
        String[] cells = line.split(",", -1);
        return new Known(
                cells[0],
                cells[1].equals("on"),
                cells[2].equals("on"),
                cells[3].equals("locked"),
                cells[4],
                Stream.of(cells[5].split(" ")).filter(name -> !name.isEmpty()).toList(),
                cells[6]);
    }
}
