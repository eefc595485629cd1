package dev.sluice.controllers.multicluster;

import dev.sluice.api.condition.Conditions;
import dev.sluice.api.condition.QueueConditions;
import dev.sluice.api.v1beta2.AdmissionCheckParameters;
import dev.sluice.api.v1beta2.Kueue;
import io.fabric8.kubernetes.api.model.Condition;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// What the clusters of a check come to: its condition `Active` (L5.8, A9.2).
///
/// @param active whether workloads may be sent
record UsableClusters(boolean active, String reason, String message) {
    private static final String CONFIG_KIND = "MultiKueueConfig";
    private static final String NONE = "NoUsableClusters";

    /// @param clusters names, as in the config
    /// @param usable whether a cluster of this name is active; empty when there is none
    static UsableClusters of(List<String> clusters, Function<String, Optional<Boolean>> usable) {
        List<String> missing = new ArrayList<>();
        List<String> inactive = new ArrayList<>();
        for (String cluster : clusters) {
            Optional<Boolean> found = usable.apply(cluster);
            if (found.isEmpty()) {
                missing.add(cluster);
            } else if (!found.get()) {
                inactive.add(cluster);
            }
        }
        if (clusters.isEmpty()) {
            return new UsableClusters(
                    false, NONE, "spec.clusters of the " + CONFIG_KIND + " is empty");
        }
        if (missing.isEmpty() && inactive.isEmpty()) {
            return new UsableClusters(true, "Active", "The admission check is active");
        }
        boolean some = missing.size() + inactive.size() < clusters.size();
        List<String> parts = new ArrayList<>();
        if (!missing.isEmpty()) {
            parts.add("Missing clusters: " + list(missing));
        }
        if (!inactive.isEmpty()) {
            parts.add("Inactive clusters: " + list(inactive));
        }
        return new UsableClusters(
                some, some ? "SomeActiveClusters" : NONE, String.join(", ", parts));
    }

    private static String list(List<String> names) {
        return "[" + String.join(" ", names) + "]";
    }

    /// The config that the parameters name does not exist.
    static UsableClusters noConfig(String name) {
        return bad(CONFIG_KIND + "." + Kueue.GROUP + " \"" + name + "\" not found");
    }

    /// What is wrong with the parameters themselves.
    static Optional<UsableClusters> faultOf(@Nullable AdmissionCheckParameters parameters) {
        if (parameters == null) {
            return Optional.of(
                    bad("spec.parameters is missing, expected the name of a " + CONFIG_KIND));
        }
        if (!parameters.apiGroup().equals(Kueue.GROUP)) {
            return Optional.of(
                    bad(
                            "spec.parameters.apiGroup is \"%s\", expected \"%s\""
                                    .formatted(parameters.apiGroup(), Kueue.GROUP)));
        }
        if (!parameters.kind().equals(CONFIG_KIND)) {
            return Optional.of(
                    bad(
                            "spec.parameters.kind is \"%s\", expected \"%s\""
                                    .formatted(parameters.kind(), CONFIG_KIND)));
        }
        return Optional.empty();
    }

    private static UsableClusters bad(String error) {
        return new UsableClusters(
                false, "BadConfig", "Cannot load the AdmissionChecks parameters: " + error);
    }

    Condition condition(long generation, Instant now) {
        return Conditions.condition(
                QueueConditions.ACTIVE, active, reason, message, generation, now);
    }
}
