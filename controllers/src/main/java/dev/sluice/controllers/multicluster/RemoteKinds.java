package dev.sluice.controllers.multicluster;

import dev.sluice.api.config.Configuration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.TreeMap;

/// The kinds that go to workers, as far as the configuration names them in `integrations.frameworks`.
final class RemoteKinds {
    private final Map<String, RemoteKind<?>> byKind;

    private RemoteKinds(SequencedMap<String, RemoteKind<?>> byKind) {
        this.byKind = byKind;
    }

    static RemoteKinds of(Configuration settings) {
        List<String> frameworks = settings.integrations().frameworks();
        SequencedMap<String, RemoteKind<?>> kinds = new TreeMap<>();
        if (frameworks.contains("batch/job")) {
            kinds.put("batch/v1, Kind=Job", new RemoteJobs());
        }
        if (frameworks.contains("pod")) {
            kinds.put("v1, Kind=Pod", new RemotePods());
        }
        return new RemoteKinds(kinds);
    }

    Collection<RemoteKind<?>> all() {
        return byKind.values();
    }

    Optional<RemoteKind<?>> of(Owner owner) {
        return Optional.ofNullable(byKind.get(owner.gvk()));
    }
}
