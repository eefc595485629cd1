package dev.sluice.engine.spec;

import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The configuration that decisions depend on. It does not change while an engine lives.
///
/// @param features the gates that are on
/// @param fairSharing null if fair sharing is off (R7.1)
/// @param admissionFairSharing null if it is off (R7.20)
/// @param ignoreUndeclared quota check strategy `IgnoreUndeclared` (R5.5); else `BlockUndeclared`
/// @param requeuingByCreation `waitForPodsReady.requeuingStrategy.timestamp` is `Creation` (R3.4)
/// @param blockAdmission `waitForPodsReady.blockAdmission` (R4.18)
public record EngineSettings(
        Set<Feature> features,
        @Nullable FairSharing fairSharing,
        @Nullable AdmissionFairSharing admissionFairSharing,
        boolean ignoreUndeclared,
        boolean requeuingByCreation,
        boolean blockAdmission) {

    /// Preemption strategies of fair sharing, tried in order (R7.15).
    public record FairSharing(List<Strategy> strategies) {
        public FairSharing {
            strategies = List.copyOf(strategies);
        }
    }

    /// A condition on shares under which a candidate may be preempted (R7.15).
    public enum Strategy {
        LESS_THAN_OR_EQUAL_TO_FINAL_SHARE,
        LESS_THAN_INITIAL_SHARE
    }

    /// Order between LocalQueues by usage (R7.20).
    public record AdmissionFairSharing(
            Duration usageHalfLife,
            Duration usageSamplingInterval,
            Map<String, Double> resourceWeights) {
        public AdmissionFairSharing {
            if (!usageSamplingInterval.isPositive()) {
                throw new IllegalArgumentException(
                        "usageSamplingInterval "
                                + usageSamplingInterval
                                + ": expected a time greater than 0");
            }
            resourceWeights = Map.copyOf(resourceWeights);
        }
    }

    public EngineSettings {
        features = Set.copyOf(features);
    }

    /// All gates at their defaults, classical preemption.
    public static EngineSettings defaults() {
        Set<Feature> features = EnumSet.noneOf(Feature.class);
        for (Feature feature : Feature.values()) {
            if (feature.isDefault()) {
                features.add(feature);
            }
        }
        return new EngineSettings(features, null, null, false, false, false);
    }

    /// The same settings with one gate on or off.
    public EngineSettings with(Feature feature, boolean on) {
        Set<Feature> changed = EnumSet.noneOf(Feature.class);
        changed.addAll(features);
        if (on) {
            changed.add(feature);
        } else {
            changed.remove(feature);
        }
        return new EngineSettings(
                changed,
                fairSharing,
                admissionFairSharing,
                ignoreUndeclared,
                requeuingByCreation,
                blockAdmission);
    }

    public boolean isOn(Feature feature) {
        return features.contains(feature);
    }
}
