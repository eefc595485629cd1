package dev.sluice.conformance.lifecycle;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.conformance.embedded.Answer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/// Looks at the cluster under test: finds objects by their recorded names, and takes snapshots.
final class Observer {
    private static final String EVENTS = "/api/v1/events";

    private final World world;
    private final Bindings bindings;
    private long seenRevision;

    Observer(World world, Bindings bindings) {
        this.world = world;
        this.bindings = bindings;
    }

    /// All objects of a kind; none where the kind is not served.
    List<JsonNode> all(Resource resource) {
        List<JsonNode> items = new ArrayList<>();
        Answer answer = world.send("GET", resource.collection(), null, null);
        answer.body().path("items").forEach(items::add);
        return items;
    }

    /// The object of a recorded name. A name whose placeholder is free means the newest object that the name can stand for.
    Optional<JsonNode> find(Ref ref) {
        Template name = ref.nameTemplate();
        Optional<String> known = name.resolved(bindings);
        if (known.isPresent()) {
            Answer answer = world.send("GET", Resource.of(ref.kind()).one(known.get()), null, null);
            return answer.succeeded() ? Optional.of(answer.body()) : Optional.empty();
        }
        return all(Resource.of(ref.kind())).stream()
                .filter(object -> couldBe(name, nameOf(object)))
                .max(
                        Comparator.comparing((JsonNode object) -> text(object, "creationTimestamp"))
                                .thenComparing(object -> revision(object)));
    }

    /// Like {@link #find}, and from now on the name stands for this object.
    Optional<JsonNode> take(Ref ref) {
        Optional<JsonNode> found = find(ref);
        found.ifPresent(object -> ref.nameTemplate().matches(nameOf(object), bindings));
        ref.nameTemplate().placeholders().forEach(bindings::pin);
        return found;
    }

    private boolean couldBe(Template name, String actual) {
        int mark = bindings.mark();
        boolean could = name.matches(actual, bindings);
        bindings.rewind(mark);
        return could;
    }

    /// All compared objects, and the events since the last snapshot.
    Snapshot snapshot() {
        NavigableMap<Ref, ObjectNode> objects = new TreeMap<>();
        for (Resource resource : Resource.COMPARED) {
            Answer list = world.send("GET", resource.collection(), null, null);
            for (JsonNode item : list.body().path("items")) {
                // Items of a list do not say what they are.
                ObjectNode full = item.deepCopy();
                full.put("kind", resource.kind());
                full.put("apiVersion", list.body().path("apiVersion").asText());
                ObjectNode object = Normaliser.normalised(full);
                objects.put(Ref.of(object), object);
            }
        }
        JsonNode list = world.send("GET", EVENTS, null, null).body();
        List<SeenEvent> events = new ArrayList<>();
        for (JsonNode event : list.path("items")) {
            if (revision(event) > seenRevision) {
                events.add(seen(event));
            }
        }
        seenRevision = Math.max(seenRevision, Long.parseLong(text(list, "resourceVersion")));
        return new Snapshot(objects, events);
    }

    /// Every event there is.
    List<SeenEvent> events() {
        List<SeenEvent> events = new ArrayList<>();
        world.send("GET", EVENTS, null, null)
                .body()
                .path("items")
                .forEach(event -> events.add(seen(event)));
        return events;
    }

    private static SeenEvent seen(JsonNode event) {
        JsonNode about = event.path("involvedObject");
        String component = event.path("reportingComponent").asText();
        return new SeenEvent(
                event.path("type").asText(),
                event.path("reason").asText(),
                new Ref(about.path("kind").asText(), about.path("name").asText()),
                event.path("message").asText(),
                component.isEmpty() ? event.path("source").path("component").asText() : component,
                event.path("action").asText());
    }

    private static long revision(JsonNode object) {
        return Long.parseLong(text(object, "resourceVersion"));
    }

    private static String nameOf(JsonNode object) {
        return text(object, "name");
    }

    private static String text(JsonNode object, String field) {
        return object.path("metadata").path(field).asText();
    }
}
