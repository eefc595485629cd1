package dev.sluice.podscheduler.config;

import dev.sluice.podscheduler.framework.Plugin;
import dev.sluice.podscheduler.framework.Point;
import dev.sluice.podscheduler.framework.Profile;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// One profile of a configuration, merged into the defaults (S3.61 to S3.66).
///
/// The defaults are enabled at `multiPoint`, which means at every point that a plugin can serve. A point's own list goes before
/// them, and turns off what it disables.
final class ProfileReader {
    private static final String ALL = "*";
    private static final String MULTI_POINT = "multiPoint";

    private final PluginCatalogue catalogue;
    private final Section profile;
    private final Map<String, Plugin> pluginByName = new HashMap<>();
    private final Map<String, Section> argsByName = new HashMap<>();

    /// What one point's list says.
    private record Listed(LinkedHashMap<String, Integer> enabled, Set<String> disabled) {
        boolean disables(String plugin) {
            return disabled.contains(ALL) || disabled.contains(plugin);
        }
    }

    ProfileReader(PluginCatalogue catalogue, Section profile) {
        this.catalogue = catalogue;
        this.profile = profile;
    }

    /// @param percentage for a profile that says nothing about it
    Profile read(String schedulerName, int percentage) throws ConfigurationFault {
        readArguments();
        Section plugins = profile.section("plugins");
        List<String> fields = new ArrayList<>(List.of(MULTI_POINT));
        for (Point point : Point.values()) {
            fields.add(point.field());
        }
        plugins.allow(fields.toArray(String[]::new));
        Map<String, Integer> everywhere = merged(listed(plugins, MULTI_POINT));
        Map<Point, List<Profile.Entry>> entries = new EnumMap<>(Point.class);
        for (Point point : Point.values()) {
            entries.put(point, at(point, listed(plugins, point.field()), everywhere, plugins));
        }
        try {
            return new Profile(
                    schedulerName,
                    profile.number("percentageOfNodesToScore", percentage, 0, 100),
                    entries);
        } catch (IllegalArgumentException unsound) {
            throw new ConfigurationFault(plugins.path(), String.valueOf(unsound.getMessage()));
        }
    }

    private void readArguments() throws ConfigurationFault {
        for (Section config : profile.sections("pluginConfig")) {
            config.allow("name", "args");
            String name = config.required("name");
            requireKnown(config, name);
            Section args = config.section("args");
            expect(args, "kind", name + "Args");
            expect(args, "apiVersion", SchedulerConfiguration.API_VERSION);
            if (argsByName.put(name, args) != null) {
                throw config.fault("name", "is " + name + ", which is configured twice");
            }
        }
        // Arguments of plugins that do not serve are checked all the same.
        for (String name : new LinkedHashSet<>(argsByName.keySet())) {
            plugin(name, null);
        }
    }

    private static void expect(Section args, String field, String value) throws ConfigurationFault {
        String found = args.string(field, value);
        if (!found.equals(value)) {
            throw args.fault(field, "is " + found + ", expected " + value);
        }
    }

    private Listed listed(Section plugins, String point) throws ConfigurationFault {
        Section section = plugins.section(point);
        section.allow("enabled", "disabled");
        LinkedHashMap<String, Integer> enabled = new LinkedHashMap<>();
        for (Section entry : section.sections("enabled")) {
            entry.allow("name", "weight");
            String name = entry.required("name");
            requireKnown(entry, name);
            if (enabled.put(name, entry.number("weight", 0, 0, Integer.MAX_VALUE)) != null) {
                throw entry.fault("name", "is " + name + ", which is enabled twice");
            }
        }
        Set<String> disabled = new HashSet<>();
        for (Section entry : section.sections("disabled")) {
            entry.allow("name", "weight");
            String name = entry.required("name");
            if (!name.equals(ALL) && !catalogue.isNotHere(name)) {
                requireKnown(entry, name);
            }
            disabled.add(name);
        }
        return new Listed(enabled, disabled);
    }

    private void requireKnown(Section entry, String name) throws ConfigurationFault {
        if (catalogue.isNotHere(name)) {
            throw entry.fault(
                    "name", "is " + name + ", a plugin that this scheduler does not have");
        }
        if (catalogue.maker(name) == null) {
            throw entry.fault(
                    "name",
                    "is "
                            + name
                            + ", which is no plugin; expected one of "
                            + String.join(", ", catalogue.names()));
        }
    }

    /// The default set with the custom one merged in: disabled ones dropped, those named again replaced in their
    /// place, others appended (S3.64).
    private static Map<String, Integer> merged(Listed custom) {
        Map<String, Integer> merged = new LinkedHashMap<>();
        for (PluginCatalogue.Default standard : PluginCatalogue.DEFAULTS) {
            if (!custom.disables(standard.name())) {
                merged.put(
                        standard.name(),
                        custom.enabled().getOrDefault(standard.name(), standard.weight()));
            }
        }
        custom.enabled().forEach(merged::putIfAbsent);
        return merged;
    }

    private List<Profile.Entry> at(
            Point point, Listed own, Map<String, Integer> everywhere, Section plugins)
            throws ConfigurationFault {
        List<Profile.Entry> entries = new ArrayList<>();
        for (var entry : own.enabled().entrySet()) {
            Plugin plugin = plugin(entry.getKey(), plugins);
            if (!point.isServedBy(plugin)) {
                throw new ConfigurationFault(
                        plugins.path(point.field()) + ".enabled",
                        "names " + entry.getKey() + ", which does not serve there");
            }
            entries.add(new Profile.Entry(plugin, weight(entry.getValue())));
        }
        for (var entry : everywhere.entrySet()) {
            String name = entry.getKey();
            if (!own.disables(name) && !own.enabled().containsKey(name)) {
                Plugin plugin = plugin(name, plugins);
                if (point.isServedBy(plugin)) {
                    entries.add(new Profile.Entry(plugin, weight(entry.getValue())));
                }
            }
        }
        return entries;
    }

    private static int weight(int given) {
        return given == 0 ? 1 : given;
    }

    private Plugin plugin(String name, @Nullable Section plugins) throws ConfigurationFault {
        Plugin known = pluginByName.get(name);
        if (known != null) {
            return known;
        }
        PluginCatalogue.Maker maker = catalogue.maker(name);
        if (maker == null) {
            throw new ConfigurationFault(
                    plugins == null ? profile.path() : plugins.path(), "no plugin " + name);
        }
        Section args = argsByName.get(name);
        Plugin made =
                maker.make(args == null ? Section.of(profile.path("pluginConfig"), null) : args);
        pluginByName.put(name, made);
        return made;
    }
}
