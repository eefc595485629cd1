package dev.sluice.podscheduler.cluster;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/// The tallies that were asked for lately. One that is asked for anew is counted once, then follows the events; one
/// that nobody asks for is dropped, since each costs every event a look.
final class Tallies {
    /// How many are kept.
    private static final int KEPT_MAX = 64;

    private final Topologies topologies;
    private final SequencedMap<Tally.Question, Tally> tallyByQuestion =
            new LinkedHashMap<>(16, 0.75f, true);

    /// The same in no order, for events: each of them walks over all.
    private List<Tally> all = List.of();

    Tallies(Topologies topologies) {
        this.topologies = topologies;
    }

    Tally get(Tally.Question question, Namespaces namespaces, Iterable<NodeState> nodes) {
        Tally tally = tallyByQuestion.get(question);
        if (tally == null) {
            Topology topology = topologies.acquire(question.topologyKey(), nodes);
            tally = new Tally(question, topology, namespaces);
            for (NodeState node : nodes) {
                tally.nodeAdded(node);
            }
            tallyByQuestion.put(question, tally);
            if (tallyByQuestion.size() > KEPT_MAX) {
                topologies.release(tallyByQuestion.pollFirstEntry().getValue().topology());
            }
            all = List.copyOf(tallyByQuestion.values());
        }
        return tally;
    }

    void podAdded(NodeState state, Pod pod) {
        for (Tally tally : all) {
            tally.podAdded(state, pod);
        }
    }

    void podRemoved(NodeState state, Pod pod) {
        for (Tally tally : all) {
            tally.podRemoved(state, pod);
        }
    }

    void nodeAdded(NodeState state) {
        for (Tally tally : all) {
            tally.nodeAdded(state);
        }
    }

    void nodeRemoved(NodeState state, Node before) {
        for (Tally tally : all) {
            tally.nodeRemoved(state, before);
        }
    }

    void clear() {
        for (Tally tally : all) {
            topologies.release(tally.topology());
        }
        tallyByQuestion.clear();
        all = List.of();
    }
}
