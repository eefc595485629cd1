package dev.sluice.api.config;

import dev.sluice.api.config.Configuration.MultiKueue;
import dev.sluice.api.feature.FeatureGate;
import dev.sluice.api.feature.FeatureGates;
import dev.sluice.api.name.Spelling;
import dev.sluice.api.validation.Names;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Reads the section `multiKueue` of a configuration file (A14, 14.5).
final class SeveralClusters {
    private static final Duration GC_INTERVAL = Duration.ofMinutes(1);
    private static final Duration WORKER_LOST_TIMEOUT = Duration.ofMinutes(15);
    private static final Duration PREEMPTION_TIMEOUT = Duration.ofMinutes(5);
    private static final Duration TIER = Duration.ofSeconds(30);
    private static final String ORIGIN = "multikueue";
    private static final int STEP = 3;

    private static final Pattern KIND =
            Pattern.compile(
                    "[A-Z][A-Za-z0-9]*\\.v[0-9][a-z0-9]*(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)+");

    private SeveralClusters() {}

    static MultiKueue read(Section section, FeatureGates gates, Collection<String> frameworks) {
        String origin = section.string("origin", ORIGIN);
        Names.faultsOfValue(origin)
                .forEach(fault -> section.complain("origin", "\"" + origin + "\": " + fault));
        MultiKueue read =
                new MultiKueue(
                        duration(section, "gcInterval", GC_INTERVAL),
                        origin.isEmpty() ? ORIGIN : origin,
                        duration(section, "workerLostTimeout", WORKER_LOST_TIMEOUT),
                        dispatcher(section, gates),
                        section.positiveDuration(
                                "singleClusterPreemptionTimeout", PREEMPTION_TIMEOUT));
        externalFrameworks(section, frameworks);
        clusterProfile(section.section("clusterProfile"));
        section.done();
        return read;
    }

    private static Duration duration(Section section, String name, Duration otherwise) {
        return Objects.requireNonNullElse(section.duration(name, otherwise), otherwise);
    }

    private static Dispatcher dispatcher(Section section, FeatureGates gates) {
        String written = section.string("dispatcherName", Dispatcher.ALL_AT_ONCE);
        String name = written.isEmpty() ? Dispatcher.ALL_AT_ONCE : written;
        Section steps = section.section("incrementalDispatcherConfig");
        Integer step = steps.integer("stepSize", STEP, 1);
        steps.done();
        Section tiers = section.section("tiersDispatcherConfig");
        Duration strict = tiers.positiveDuration("strict", TIER);
        Duration noPreemption = tiers.positiveDuration("noPreemption", TIER);
        tiers.done();
        onlyFor(Dispatcher.INCREMENTAL, name, section, "incrementalDispatcherConfig");
        onlyFor(Dispatcher.TIERS, name, section, "tiersDispatcherConfig");
        return switch (name) {
            case Dispatcher.ALL_AT_ONCE -> new Dispatcher.AllAtOnce();
            case Dispatcher.INCREMENTAL ->
                    new Dispatcher.Incremental(
                            step != null
                                            && gates.isOn(
                                                    FeatureGate
                                                            .MULTIKUEUE_INCREMENTAL_DISPATCHER_CONFIG)
                                    ? step
                                    : STEP);
            case Dispatcher.TIERS -> new Dispatcher.Tiers(strict, noPreemption);
            default -> new Dispatcher.External(name);
        };
    }

    private static void onlyFor(String dispatcher, String name, Section section, String field) {
        if (section.has(field) && !name.equals(dispatcher)) {
            section.complain(
                    field,
                    "is of use to the dispatcher %s only, dispatcherName is \"%s\""
                            .formatted(dispatcher, name));
        }
    }

    private static void externalFrameworks(Section section, Collection<String> frameworks) {
        Set<String> builtIn =
                frameworks.stream().flatMap(Frameworks::kindOf).collect(Collectors.toSet());
        Set<String> seen = new TreeSet<>();
        section.list(
                "externalFrameworks",
                framework -> {
                    String name = framework.string("name", "");
                    if (!KIND.matcher(name).matches()) {
                        framework.complain(
                                "name",
                                "\"%s\": expected Kind.version.group, such as PyTorchJob.v1.kubeflow.org"
                                        .formatted(name));
                    } else if (builtIn.contains(name)) {
                        framework.complain(
                                "name",
                                "\"%s\": is built in and listed in integrations.frameworks"
                                        .formatted(name));
                    } else if (!seen.add(name)) {
                        framework.complain("name", "\"%s\": is listed twice".formatted(name));
                    }
                    return name;
                });
    }

    private static void clusterProfile(Section section) {
        section.list("accessProviders", SeveralClusters::provider);
        section.list("credentialsProviders", SeveralClusters::provider);
        if (section.has("accessProviders") && section.has("credentialsProviders")) {
            section.complain(
                    "credentialsProviders", "must not be used together with accessProviders");
        }
        section.done();
    }

    private static String provider(Section provider) {
        String name = required(provider, "name");
        Section exec = provider.section("execConfig");
        required(exec, "command");
        required(exec, "apiVersion");
        required(exec, "interactiveMode");
        exec.oneOf("interactiveMode", "Never", Set.of("Never", "IfAvailable", "Always"));
        exec.strings("args");
        exec.string("installHint", "");
        exec.bool("provideClusterInfo", false);
        exec.list(
                "env",
                variable -> {
                    variable.string("value", "");
                    return required(variable, "name");
                });
        exec.done();
        return name;
    }

    private static String required(Section section, String name) {
        String value = section.string(name, "");
        if (value.isEmpty()) {
            section.complain(name, "is required");
        }
        return value;
    }

    /// A line for a dispatcher that is nobody's name here but nearly one.
    static List<String> remarks(MultiKueue read) {
        List<String> remarks = new ArrayList<>();
        if (read.dispatcher() instanceof Dispatcher.External(String name)) {
            Spelling.nearest(name, Dispatcher.BUILT_IN)
                    .ifPresent(
                            near ->
                                    remarks.add(
                                            "multiKueue.dispatcherName: \"%s\": clusters are nominated by a controller outside; did you mean %s?"
                                                    .formatted(name, near)));
        }
        return remarks;
    }
}
