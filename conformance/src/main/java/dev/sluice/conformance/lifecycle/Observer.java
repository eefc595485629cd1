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
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Looks at a cluster under test: finds objects by their recorded names, and takes snapshots.
final class Observer {
    private static final String EVENTS = "/api/v1/events";

    /// A Workload's name that was made from its job's.
    private static final Pattern HASHED = Pattern.compile("(.+)-[0-9a-f]{5}");

    private final Site site;
    private final List<Resource> compared;
    private final Bindings bindings;
    private long seenRevision;

    /// @param compared the kinds of which a snapshot shows all objects
    Observer(Site site, List<Resource> compared, Bindings bindings) {
        this.site = site;
        this.compared = compared;
        this.bindings = bindings;
    }

    /// All objects of a kind; none where the kind is not served.
    List<JsonNode> all(Resource resource) {
        List<JsonNode> items = new ArrayList<>();
        Answer answer = site.send("GET", resource.collection(), null, null);
        answer.body().path("items").forEach(items::add);
        return items;
    }

    /// The object of a recorded name. A name whose placeholder is free means the newest object that the name can stand for, and so does
    /// the name of a Workload in which the recording has spelled out the hash of its own run.
    Optional<JsonNode> find(Ref ref) {
        Template name = ref.nameTemplate();
        Optional<String> known = name.resolved(bindings);
        if (known.isEmpty()) {
            return newest(ref, object -> couldBe(name, nameOf(object)));
        }
        Answer answer = site.send("GET", Resource.of(ref.kind()).one(known.get()), null, null);
        if (answer.succeeded()) {
            return Optional.of(answer.body());
        }
        Matcher spelled = HASHED.matcher(ref.name());
        return ref.kind().equals("Workload") && name.isLiteral() && spelled.matches()
                ? newest(ref, object -> isHashed(nameOf(object), spelled.group(1)))
                : Optional.empty();
    }

    private static boolean isHashed(String name, String beginning) {
        Matcher hashed = HASHED.matcher(name);
        return hashed.matches() && hashed.group(1).equals(beginning);
    }

    private Optional<JsonNode> newest(Ref ref, Predicate<JsonNode> wanted) {
        return all(Resource.of(ref.kind())).stream()
                .filter(wanted)
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
        for (Resource resource : compared) {
            Answer list = site.send("GET", resource.collection(), null, null);
            for (JsonNode item : list.body().path("items")) {
                // Items of a list do not say what they are.
                ObjectNode full = item.deepCopy();
                full.put("kind", resource.kind());
                full.put("apiVersion", list.body().path("apiVersion").asText());
                ObjectNode object = Normaliser.normalised(full);
                objects.put(Ref.of(object), object);
            }
        }
        JsonNode list = site.send("GET", EVENTS, null, null).body();
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
        site.send("GET", EVENTS, null, null)
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
