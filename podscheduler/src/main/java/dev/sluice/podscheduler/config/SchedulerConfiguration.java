package dev.sluice.podscheduler.config;

import dev.sluice.podscheduler.framework.Profile;
import dev.sluice.podscheduler.framework.Profiles;
import dev.sluice.podscheduler.queue.Backoff;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// A `KubeSchedulerConfiguration` of `kubescheduler.config.k8s.io/v1` (S3.60), read and checked as a whole.
///
/// @param kubeconfig the file with the address and credentials of the API server; empty when the command line says it
/// @param qps requests a second that the client may send on average; 0 for any number
/// @param burst requests that it may send at once
public record SchedulerConfiguration(
        Profiles profiles,
        Backoff backoff,
        LeaderElection leaderElection,
        String kubeconfig,
        int qps,
        int burst) {
    static final String API_VERSION = "kubescheduler.config.k8s.io/v1";
    private static final String KIND = "KubeSchedulerConfiguration";
    private static final String DEFAULT_NAME = "default-scheduler";

    /// The defaults.
    public static SchedulerConfiguration standard() {
        try {
            return read(Map.of(), PluginCatalogue.standard());
        } catch (ConfigurationFault ours) {
            throw new IllegalStateException("the default configuration is unsound", ours);
        }
    }

    /// @param file the whole file as maps and lists; apiVersion and kind may be left out
    public static SchedulerConfiguration read(Map<String, ?> file, PluginCatalogue catalogue)
            throws ConfigurationFault {
        Section all = Section.of("", file);
        all.allow(
                "apiVersion",
                "kind",
                "parallelism",
                "leaderElection",
                "clientConnection",
                "enableProfiling",
                "enableContentionProfiling",
                "percentageOfNodesToScore",
                "podInitialBackoffSeconds",
                "podMaxBackoffSeconds",
                "profiles",
                "extenders",
                "delayCacheUntilActive");
        expect(all, "apiVersion", API_VERSION);
        expect(all, "kind", KIND);
        all.number("parallelism", 16, 1, Integer.MAX_VALUE);
        all.flag("enableProfiling", true);
        all.flag("enableContentionProfiling", true);
        all.flag("delayCacheUntilActive", false);
        if (!all.sections("extenders").isEmpty()) {
            throw all.fault("extenders", "is given, but extenders are not supported");
        }
        Section client = all.section("clientConnection");
        client.allow("kubeconfig", "acceptContentTypes", "contentType", "qps", "burst");
        client.string("acceptContentTypes", "");
        client.string("contentType", "");
        return new SchedulerConfiguration(
                profiles(all, catalogue),
                backoff(all),
                LeaderElection.read(all.section("leaderElection")),
                client.string("kubeconfig", ""),
                client.number("qps", 50, 0, Integer.MAX_VALUE),
                client.number("burst", 100, 0, Integer.MAX_VALUE));
    }

    private static void expect(Section all, String field, String value) throws ConfigurationFault {
        String found = all.string(field, value);
        if (!found.equals(value)) {
            throw all.fault(field, "is " + found + ", expected " + value);
        }
    }

    private static Backoff backoff(Section all) throws ConfigurationFault {
        int first = all.number("podInitialBackoffSeconds", 1, 1, Integer.MAX_VALUE);
        int most = all.number("podMaxBackoffSeconds", 10, 1, Integer.MAX_VALUE);
        if (most < first) {
            throw all.fault(
                    "podMaxBackoffSeconds",
                    "is " + most + ", expected at least podInitialBackoffSeconds " + first);
        }
        return new Backoff(Duration.ofSeconds(first), Duration.ofSeconds(most));
    }

    private static Profiles profiles(Section all, PluginCatalogue catalogue)
            throws ConfigurationFault {
        int percentage = all.number("percentageOfNodesToScore", 0, 0, 100);
        List<Section> sections = all.sections("profiles");
        if (!all.has("profiles")) {
            sections = List.of(Section.of("profiles[0]", Map.of()));
        }
        List<Profile> profiles = new ArrayList<>();
        for (Section section : sections) {
            section.allow("schedulerName", "percentageOfNodesToScore", "plugins", "pluginConfig");
            String fallback = sections.size() == 1 ? DEFAULT_NAME : "";
            String name = section.string("schedulerName", fallback);
            if (name.isEmpty()) {
                throw section.fault(
                        "schedulerName", "is missing, expected a name for each profile");
            }
            profiles.add(new ProfileReader(catalogue, section).read(name, percentage));
        }
        try {
            return new Profiles(profiles);
        } catch (IllegalArgumentException unsound) {
            String message = String.valueOf(unsound.getMessage());
            throw all.fault("profiles", message.replaceFirst("^profiles: ", ""));
        }
    }
}
