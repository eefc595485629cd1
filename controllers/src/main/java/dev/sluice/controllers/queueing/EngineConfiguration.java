package dev.sluice.controllers.queueing;

import dev.sluice.api.config.Configuration;
import dev.sluice.engine.spec.EngineSettings;
import dev.sluice.engine.spec.EngineSettings.Strategy;
import dev.sluice.engine.spec.Feature;
import java.util.EnumSet;
import java.util.Set;

/// Takes from the configuration what decisions depend on.
public final class EngineConfiguration {
    private EngineConfiguration() {}

    public static EngineSettings settings(Configuration configuration) {
        Set<Feature> features = EnumSet.noneOf(Feature.class);
        for (Feature feature : Feature.values()) {
            if (configuration.gates().isOn(feature.text())) {
                features.add(feature);
            }
        }
        Configuration.FairSharing fair = configuration.fairSharing();
        Configuration.AdmissionFairSharing usage = configuration.admissionFairSharing();
        Configuration.WaitForPodsReady ready = configuration.waitForPodsReady();
        return new EngineSettings(
                features,
                fair == null
                        ? null
                        : new EngineSettings.FairSharing(
                                fair.preemptionStrategies().stream()
                                        .map(EngineConfiguration::strategy)
                                        .toList()),
                usage == null
                        ? null
                        : new EngineSettings.AdmissionFairSharing(
                                usage.usageHalfLifeTime(),
                                usage.usageSamplingInterval(),
                                usage.resourceWeights()),
                configuration.resources().ignoreUndeclared(),
                ready != null && ready.requeuingByCreation(),
                ready != null && ready.blockAdmission());
    }

    private static Strategy strategy(String name) {
        return switch (name) {
            case "LessThanOrEqualToFinalShare" -> Strategy.LESS_THAN_OR_EQUAL_TO_FINAL_SHARE;
            case "LessThanInitialShare" -> Strategy.LESS_THAN_INITIAL_SHARE;
            default ->
                    throw new IllegalArgumentException(
                            "preemption strategy \"" + name + "\" does not exist");
        };
    }
}
