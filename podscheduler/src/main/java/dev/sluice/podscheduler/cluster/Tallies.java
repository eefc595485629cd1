package dev.sluice.podscheduler.cluster;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;

/// The tallies that were asked for lately. One that is asked for anew is counted once, then follows the events; one
/// that nobody asks for is dropped, since each costs every event a look.
final class Tallies {
    /// How many are kept.
    private static final int KEPT_MAX = 64;

    private final SequencedMap<Tally.Question, Tally> tallyByQuestion =
            new LinkedHashMap<>(16, 0.75f, true) {
                private static final long serialVersionUID = 1L;

                @Override
                protected boolean removeEldestEntry(Map.Entry<Tally.Question, Tally> eldest) {
                    return size() > KEPT_MAX;
                }
            };

    Tally get(Tally.Question question, Namespaces namespaces, Iterable<NodeState> nodes) {
        Tally tally = tallyByQuestion.get(question);
        if (tally == null) {
            tally = new Tally(question, namespaces);
            for (NodeState node : nodes) {
                tally.nodeAdded(node);
            }
            tallyByQuestion.put(question, tally);
        }
        return tally;
    }

    void podAdded(Node node, Pod pod) {
        tallyByQuestion.sequencedValues().forEach(tally -> tally.podAdded(node, pod));
    }

    void podRemoved(Node node, Pod pod) {
        tallyByQuestion.sequencedValues().forEach(tally -> tally.podRemoved(node, pod));
    }

    void nodeAdded(NodeState state) {
        tallyByQuestion.sequencedValues().forEach(tally -> tally.nodeAdded(state));
    }

    void nodeRemoved(NodeState state, Node before) {
        tallyByQuestion.sequencedValues().forEach(tally -> tally.nodeRemoved(state, before));
    }

    void clear() {
        tallyByQuestion.clear();
    }
}
