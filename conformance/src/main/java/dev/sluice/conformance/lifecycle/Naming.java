package dev.sluice.conformance.lifecycle;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Which job or worker under test stands for which of the recording.
///
/// @param recordedName by our name, one to one; what is not in it stands for itself
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

    /// From recorded names to ours.
    Naming back() {
        Map<String, String> ours = new HashMap<>();
        recordedName.forEach((our, recorded) -> ours.put(recorded, our));
        return new Naming(ours);
    }

    /// Whom this one stands for.
    String recorded(String name) {
        return recordedName.getOrDefault(name, name);
    }

    /// The recorded names wherever ours stand.
    Snapshot of(Snapshot snapshot) {
        if (recordedName.isEmpty()) {
            return snapshot;
        }
        NavigableMap<Ref, ObjectNode> objects = new TreeMap<>();
        for (ObjectNode object : snapshot.objects().values()) {
            ObjectNode named = (ObjectNode) of(object);
            objects.put(Ref.of(named), named);
        }
        List<SeenEvent> events = new ArrayList<>();
        for (SeenEvent event : snapshot.events()) {
            events.add(
                    new SeenEvent(
                            event.type(),
                            event.reason(),
                            new Ref(event.object().kind(), of(event.object().name())),
                            of(event.message()),
                            event.source(),
                            event.action()));
        }
        return new Snapshot(objects, events);
    }

    /// The recorded names wherever ours stand.
    JsonNode of(JsonNode value) {
        if (recordedName.isEmpty() || value.isMissingNode()) {
            return value;
        }
        try {
            JsonNode named = JSON.readTree(of(value.toString()));
            keepOrder(value, named);
            return named;
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException("a name made JSON unreadable", impossible);
        }
    }

    /// A list that names the same ones as before, in another order, keeps the order: it is that of the names or of a manifest, and none of
    /// those who stand for one another.
    private static void keepOrder(JsonNode before, JsonNode named) {
        if (named instanceof ArrayNode list && before instanceof ArrayNode old) {
            if (!list.equals(old) && texts(list).equals(texts(old))) {
                list.removeAll();
                list.addAll(old);
                return;
            }
            for (int i = 0; i < list.size(); i++) {
                keepOrder(old.get(i), list.get(i));
            }
        } else if (named instanceof ObjectNode object) {
            before.properties()
                    .forEach(
                            entry -> {
                                if (object.has(entry.getKey())) {
                                    keepOrder(entry.getValue(), object.get(entry.getKey()));
                                }
                            });
        }
    }

    private static Set<String> texts(ArrayNode list) {
        Set<String> texts = new TreeSet<>();
        list.forEach(element -> texts.add(element.toString()));
        return texts;
    }

    String of(String text) {
        return recordedName.isEmpty()
                ? text
                : WORD.matcher(text)
                        .replaceAll(word -> Matcher.quoteReplacement(recorded(word.group())));
    }
}
