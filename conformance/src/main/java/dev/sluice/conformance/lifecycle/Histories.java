package dev.sluice.conformance.lifecycle;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;

/// The checkpoints that the clusters of a run have reached, those of each in order. A cluster that could not be reached at one of them
/// has one less.
record Histories(SequencedMap<String, List<Checkpoint>> byCluster) {
    static final Histories NONE = new Histories(new LinkedHashMap<>());

    /// With one more checkpoint of each of these clusters.
    Histories with(List<Checkpoint> reached) {
        SequencedMap<String, List<Checkpoint>> longer = new LinkedHashMap<>(byCluster);
        for (Checkpoint checkpoint : reached) {
            List<Checkpoint> history =
                    new ArrayList<>(longer.getOrDefault(checkpoint.cluster(), List.of()));
            history.add(checkpoint);
            longer.put(checkpoint.cluster(), history);
        }
        return new Histories(longer);
    }

    Collection<List<Checkpoint>> all() {
        return byCluster.values();
    }

    List<Checkpoint> of(String cluster) {
        return byCluster.getOrDefault(cluster, List.of());
    }

    /// The newest checkpoint of each cluster.
    List<Checkpoint> newest() {
        return all().stream().map(List::getLast).toList();
    }

    /// What each cluster has shown, held against what is recorded of the one that it stands for. Empty where one of the two could be
    /// reached when the other could not.
    Optional<Histories> under(Naming naming) {
        SequencedMap<String, List<Checkpoint>> renamed = new LinkedHashMap<>(byCluster);
        for (String cluster : byCluster.keySet()) {
            String recorded = naming.recorded(cluster);
            List<Checkpoint> wanted = of(recorded);
            List<Checkpoint> shown = of(cluster);
            if (wanted.size() != shown.size()) {
                return Optional.empty();
            }
            List<Checkpoint> history = new ArrayList<>();
            for (int i = 0; i < shown.size(); i++) {
                Expectation expectation = wanted.get(i).expectation();
                history.add(
                        new Checkpoint(recorded, expectation, naming.of(shown.get(i).snapshot())));
            }
            renamed.put(recorded, history);
        }
        return Optional.of(new Histories(renamed));
    }
}
