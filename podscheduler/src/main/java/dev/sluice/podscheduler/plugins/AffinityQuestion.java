package dev.sluice.podscheduler.plugins;

import dev.sluice.podscheduler.cluster.AffinityTerm;
import dev.sluice.podscheduler.cluster.Namespaces;
import dev.sluice.podscheduler.cluster.Pod;
import dev.sluice.podscheduler.cluster.Tally;
import java.util.List;

/// How many pods match all of some terms, by the values of a label.
record AffinityQuestion(List<AffinityTerm> terms, String topologyKey) implements Tally.Question {
    AffinityQuestion(AffinityTerm term) {
        this(List.of(term), term.topologyKey());
    }

    @Override
    public int count(Pod pod, Namespaces namespaces) {
        for (AffinityTerm term : terms) {
            if (!term.matches(pod, namespaces)) {
                return 0;
            }
        }
        return 1;
    }
}
