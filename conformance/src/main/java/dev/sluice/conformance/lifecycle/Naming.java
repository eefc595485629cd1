package dev.sluice.conformance.lifecycle;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Which job of the cluster under test stands for which job of the recording.
///
/// @param recordedName by our name; jobs that are not in it stand for themselves
record Naming(Map<String, String> recordedName) {
    static final Naming AS_IS = new Naming(Map.of());

    private static final ObjectMapper JSON = new ObjectMapper();

    /// A name as a word of its own: `a1` also in `job-a1-1f2e3` and in the names of its pods.
    private static final Pattern WORD = Pattern.compile("[a-z0-9]+");

    /// First this one, then `next`.
    Naming then(Naming next) {
        Map<String, String> both = new HashMap<>(next.recordedName);
        recordedName.forEach(
                (ours, between) ->
                        both.put(ours, next.recordedName.getOrDefault(between, between)));
        return new Naming(both);
    }

    /// The checkpoint with the recorded names wherever ours stand.
    Checkpoint of(Checkpoint reached) {
        if (recordedName.isEmpty()) {
            return reached;
        }
        NavigableMap<Ref, ObjectNode> objects = new TreeMap<>();
        for (ObjectNode object : reached.snapshot().objects().values()) {
            ObjectNode named = of(object);
            objects.put(Ref.of(named), named);
        }
        List<SeenEvent> events = new ArrayList<>();
        for (SeenEvent event : reached.snapshot().events()) {
            events.add(
                    new SeenEvent(
                            event.type(),
                            event.reason(),
                            new Ref(event.object().kind(), of(event.object().name())),
                            of(event.message()),
                            event.source(),
                            event.action()));
        }
        return new Checkpoint(
                reached.cluster(), reached.expectation(), new Snapshot(objects, events));
    }

    private ObjectNode of(ObjectNode object) {
        try {
            return (ObjectNode) JSON.readTree(of(object.toString()));
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException("a name made JSON unreadable", impossible);
        }
    }

    private String of(String text) {
        return WORD.matcher(text)
                .replaceAll(
                        word ->
                                Matcher.quoteReplacement(
                                        recordedName.getOrDefault(word.group(), word.group())));
    }
}
