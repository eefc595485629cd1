package dev.sluice.conformance.lifecycle;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.sluice.conformance.Deviations;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import org.yaml.snakeyaml.LoaderOptions;

/// Reads a recorded scenario from YAML.
final class ScenarioReader {
    private static final int BYTES_MAX = 64 << 20;

    /// What a step may say besides what it does.
    private static final Set<String> BESIDES = Set.of("on", "response");

    private final YAMLMapper yaml;
    private final Deviations deviations;

    /// @param deviations where Sluice decides otherwise on purpose: these places are read with our value
    ScenarioReader(Deviations deviations) {
        LoaderOptions limits = new LoaderOptions();
        limits.setCodePointLimit(BYTES_MAX);
        yaml = new YAMLMapper(YAMLFactory.builder().loaderOptions(limits).build());
        this.deviations = deviations;
    }

    /// Reads the file's content.
    ///
    /// @throws ScenarioFault when it is not a scenario
    Scenario read(String name, InputStream content) {
        JsonNode root;
        try {
            root = yaml.readTree(content);
        } catch (IOException broken) {
            throw new ScenarioFault(name + " is not YAML: " + broken.getMessage());
        }
        if (!root.path("steps").isArray()) {
            throw new ScenarioFault(name + " is not a scenario: it has no list of steps");
        }
        List<Deviations.Place> places = deviations.of("lifecycle", name);
        JsonNode ours = TemplateHashes.freed(root, Deviations.applied(root, places), places);
        List<String> clusters = texts(ours.path("clusters"));
        if (clusters.isEmpty()) {
            clusters = List.of(Scenario.ALONE);
        }
        List<Scenario.Turn> steps = new ArrayList<>();
        for (JsonNode step : ours.get("steps")) {
            String place = name + ", step " + steps.size();
            String on = step.path("on").asText(clusters.getFirst());
            if (!clusters.contains(on)) {
                throw new ScenarioFault(
                        place + " is on cluster " + on + ", expected one of " + clusters);
            }
            steps.add(new Scenario.Turn(on, step(place, on, step)));
        }
        return new Scenario(
                name,
                ours.path("about").asText(),
                clusters,
                ours.path("config"),
                steps,
                !places.isEmpty());
    }

    private static Step step(String place, String on, JsonNode step) {
        Optional<Step.Refused> refused =
                Optional.ofNullable(step.get("response")).map(ScenarioReader::refused);
        String verb = verb(place, step);
        JsonNode value = step.get(verb);
        return switch (verb) {
            case "apply" -> new Step.Apply((ObjectNode) value, refused);
            case "patch" ->
                    new Step.Patch(
                            ref(value),
                            text(value, "type"),
                            text(value, "subresource"),
                            value.path("patch"),
                            refused);
            case "delete" -> new Step.Delete(ref(value), text(value, "propagationPolicy"), refused);
            case "nodeAgent" -> nodeReport(value);
            case "wait" ->
                    value.has("seconds")
                            ? new Step.Pause(
                                    Duration.ofMillis(
                                            (long) (value.get("seconds").asDouble() * 1000)))
                            : new Step.Wait(await(place, value));
            case "kubectl" -> new Step.Kubectl(texts(value.path("args")), text(value, "output"));
            case "cluster" -> reach(place, value);
            case "checkpoint" -> new Step.Compare(text(value, "label"), expectations(on, value));
            case "note" -> new Step.Note(value.asText());
            default -> throw new ScenarioFault(place + " is of an unknown kind: " + verb);
        };
    }

    private static String verb(String place, JsonNode step) {
        return step.properties().stream()
                .map(Map.Entry::getKey)
                .filter(field -> !BESIDES.contains(field))
                .findFirst()
                .orElseThrow(() -> new ScenarioFault(place + " does nothing"));
    }

    private static Step reach(String place, JsonNode value) {
        return switch (text(value, "action")) {
            case "stop-api" -> new Step.Reach(text(value, "name"), false);
            case "start-api" -> new Step.Reach(text(value, "name"), true);
            default -> throw new ScenarioFault(place + " does something unknown: " + value);
        };
    }

    private static Step nodeReport(JsonNode value) {
        Step.Phase phase =
                switch (text(value, "phase")) {
                    case "Running" -> Step.Phase.RUNNING;
                    case "NotReady" -> Step.Phase.NOT_READY;
                    case "Succeeded" -> Step.Phase.SUCCEEDED;
                    case "Failed" -> Step.Phase.FAILED;
                    default -> throw new ScenarioFault("a node agent cannot report " + value);
                };
        int exitCode = value.path("exitCode").asInt(phase == Step.Phase.FAILED ? 1 : 0);
        return new Step.NodeReport(
                texts(value.path("pods")), phase, text(value, "message"), exitCode);
    }

    private static Await await(String place, JsonNode value) {
        if (value.has("pods")) {
            return new Await.Pods(
                    text(value, "pods"),
                    value.path("count").asInt(),
                    optional(value, "phase").map(JsonNode::asText),
                    optional(value, "terminating").map(JsonNode::asBoolean),
                    optional(value, "gated").map(JsonNode::asBoolean));
        }
        if (text(value, "kind").equals("Event")) {
            return new Await.Event(
                    text(value, "reason"), optional(value, "object").map(JsonNode::asText));
        }
        if (value.has("condition")) {
            return new Await.Condition(
                    ref(value),
                    text(value, "condition"),
                    text(value, "status"),
                    optional(value, "reason").map(JsonNode::asText));
        }
        if (value.has("path")) {
            return new Await.Field(ref(value), text(value, "path"), optional(value, "value"));
        }
        if (value.path("gone").asBoolean()) {
            return new Await.Gone(ref(value));
        }
        throw new ScenarioFault(place + " waits for something unknown: " + value);
    }

    private static SequencedMap<String, Expectation> expectations(String on, JsonNode value) {
        String label = text(value, "label");
        SequencedMap<String, Expectation> expectations = new LinkedHashMap<>();
        if (value.has("clusters")) {
            value.get("clusters")
                    .properties()
                    .forEach(
                            entry ->
                                    expectations.put(
                                            entry.getKey(),
                                            expectation(
                                                    label + " @" + entry.getKey(),
                                                    entry.getValue())));
        } else {
            expectations.put(on, expectation(label, value));
        }
        return expectations;
    }

    private static Expectation expectation(String label, JsonNode value) {
        List<ObjectNode> objects = new ArrayList<>();
        value.path("objects").forEach(object -> objects.add(Normaliser.normalised(object)));
        List<RecordedEvent> events = new ArrayList<>();
        value.path("events").forEach(event -> events.add(event(event)));
        return new Expectation(
                label, objects, refs(value.path("unchanged")), refs(value.path("gone")), events);
    }

    private static RecordedEvent event(JsonNode event) {
        return new RecordedEvent(
                text(event, "type"),
                text(event, "reason"),
                Ref.parse(text(event, "object")),
                text(event, "message"),
                text(event, "source"),
                text(event, "action"),
                event.path("again").asBoolean());
    }

    private static Step.Refused refused(JsonNode response) {
        List<JsonNode> causes = new ArrayList<>();
        response.path("causes").forEach(causes::add);
        return new Step.Refused(
                response.path("code").asInt(),
                text(response, "reason"),
                text(response, "message"),
                causes);
    }

    private static List<Ref> refs(JsonNode list) {
        return texts(list).stream().map(Ref::parse).toList();
    }

    private static Ref ref(JsonNode value) {
        return new Ref(text(value, "kind"), text(value, "name"));
    }

    private static Optional<JsonNode> optional(JsonNode value, String field) {
        return Optional.ofNullable(value.get(field));
    }

    private static String text(JsonNode value, String field) {
        return value.path(field).asText();
    }

    private static List<String> texts(JsonNode list) {
        List<String> texts = new ArrayList<>();
        list.forEach(element -> texts.add(element.asText()));
        return texts;
    }
}
