package dev.sluice.controllers.job;

import dev.sluice.api.config.Configuration;
import dev.sluice.api.config.Frameworks;
import dev.sluice.api.feature.FeatureGate;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/// The kinds of jobs that can be queued, in one list: a new kind is added here, and nowhere else.
public final class JobKinds {
    private JobKinds() {}

    /// Those that the configuration names in `integrations.frameworks`.
    public static List<JobKind<?>> of(Configuration settings) {
        List<String> wanted = settings.integrations().frameworks();
        return all(settings).filter(kind -> wanted.contains(kind.framework())).toList();
    }

    /// The types of all objects for which Workloads are made, by kind: of jobs, and pods where they are queued themselves.
    public static Map<String, Class<? extends HasMetadata>> types(Configuration settings) {
        Map<String, Class<? extends HasMetadata>> types = new TreeMap<>();
        of(settings).forEach(kind -> types.put(kind.kind(), kind.type()));
        if (podsAreQueued(settings)) {
            types.put("Pod", Pod.class);
        }
        return types;
    }

    /// Whether some pods are queued: of their own, in groups, or those of a kind that serves (L2.7).
    public static boolean podsAreQueued(Configuration settings) {
        return Frameworks.podsAreQueued(settings.integrations().frameworks());
    }

    private static Stream<JobKind<?>> all(Configuration settings) {
        return Stream.of(
                new BatchJobs(
                        settings.gates().isOn(FeatureGate.TOPOLOGY_AWARE_SCHEDULING),
                        settings.gates().isOn(FeatureGate.RECLAIMABLE_PODS)));
    }
}
