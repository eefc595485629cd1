package dev.sluice.controllers.job;

import dev.sluice.api.config.Configuration;
import dev.sluice.api.feature.FeatureGate;
import java.util.List;
import java.util.stream.Stream;

/// The kinds of jobs that can be queued, in one list: a new kind is added here, and nowhere else.
public final class JobKinds {
    private JobKinds() {}

    /// Those that the configuration names in `integrations.frameworks`.
    public static List<JobKind<?>> of(Configuration settings) {
        List<String> wanted = settings.integrations().frameworks();
        return all(settings).filter(kind -> wanted.contains(kind.framework())).toList();
    }

    private static Stream<JobKind<?>> all(Configuration settings) {
        return Stream.of(
                new BatchJobs(
                        settings.gates().isOn(FeatureGate.TOPOLOGY_AWARE_SCHEDULING),
                        settings.gates().isOn(FeatureGate.RECLAIMABLE_PODS)));
    }
}
