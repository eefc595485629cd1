package dev.sluice.conformance;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The places in recorded worlds and scenarios where Sluice decides otherwise on purpose. They are data; the list in
/// `docs/conformance.md` is made from them.
///
/// The file is a YAML list of decisions:
/// ```yaml
/// - rule: R9.3                # the rule or defect that it is about
///   kind: decisions           # decisions, lifecycle, …
///   decision: What Sluice does, in a sentence, and why.
///   cases:
///     gates-0001:             # id of the world or scenario
///       - at: /steps/3/cycle/pending/0/reason      # JSON pointer into it
///         ours: AdmissionGated                     # our value; left out: there is nothing there
/// ```
public final class Deviations {
    private static final YAMLMapper YAML =
            YAMLMapper.builder()
                    .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
                    .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES)
                    .enable(YAMLGenerator.Feature.ALWAYS_QUOTE_NUMBERS_AS_STRINGS)
                    .disable(YAMLGenerator.Feature.SPLIT_LINES)
                    .build();

    private final List<Decided> all;

    private Deviations(List<Decided> all) {
        this.all = List.copyOf(all);
    }

    /// One decision with all the places where it shows.
    ///
    /// @param places by world or scenario
    public record Decided(
            String rule, String kind, String decision, Map<String, List<Place>> places) {}

    /// One value that differs.
    ///
    /// @param at JSON pointer into the world or scenario
    /// @param ours our value; a missing node if there is nothing
    public record Place(String at, JsonNode ours) {}

    /// No deviations: everything has to be as recorded.
    public static Deviations none() {
        return new Deviations(List.of());
    }

    /// Those that come with Sluice.
    public static Deviations ofSluice() {
        try (InputStream in =
                Deviations.class.getResourceAsStream("/conformance/deviations.yaml")) {
            if (in == null) {
                throw new IllegalStateException(
                        "conformance/deviations.yaml is not on the class path");
            }
            return read(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Reads the file format above.
    public static Deviations read(InputStream in) throws IOException {
        List<Decided> all = new ArrayList<>();
        for (JsonNode entry : YAML.readTree(in)) {
            Map<String, List<Place>> places = new LinkedHashMap<>();
            entry.path("cases")
                    .properties()
                    .forEach(c -> places.put(c.getKey(), places(c.getValue())));
            all.add(
                    new Decided(
                            entry.path("rule").asText(),
                            entry.path("kind").asText(),
                            entry.path("decision").asText(),
                            places));
        }
        return new Deviations(all);
    }

    /// Reads a file of this format.
    public static Deviations read(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return read(in);
        }
    }

    /// Writes a file of this format.
    public static void write(Path file, List<Decided> all) throws IOException {
        ArrayNode entries = YAML.createArrayNode();
        for (Decided decided : all) {
            ObjectNode entry = entries.addObject();
            entry.put("rule", decided.rule());
            entry.put("kind", decided.kind());
            entry.put("decision", decided.decision());
            ObjectNode cases = entry.putObject("cases");
            decided.places()
                    .forEach(
                            (id, places) -> {
                                ArrayNode list = cases.putArray(id);
                                for (Place place : places) {
                                    ObjectNode written = list.addObject().put("at", place.at());
                                    if (!place.ours().isMissingNode()) {
                                        written.set("ours", place.ours());
                                    }
                                }
                            });
        }
        Files.writeString(file, YAML.writeValueAsString(entries));
    }

    private static List<Place> places(JsonNode list) {
        List<Place> places = new ArrayList<>();
        for (JsonNode place : list) {
            places.add(new Place(place.path("at").asText(), place.path("ours")));
        }
        return places;
    }

    /// All decisions, in the order of the file.
    public List<Decided> all() {
        return all;
    }

    /// Where a world or scenario is meant to differ.
    public List<Place> of(String kind, String id) {
        return all.stream()
                .filter(d -> d.kind().equals(kind))
                .flatMap(d -> d.places().getOrDefault(id, List.of()).stream())
                .toList();
    }

    /// The recorded value with our values in the places; the given one stays as it is.
    ///
    /// @throws IllegalArgumentException if a place does not lead to a field or element
    public static JsonNode applied(JsonNode recorded, List<Place> places) {
        JsonNode changed = recorded.deepCopy();
        for (Place place : places) {
            JsonPointer pointer = JsonPointer.compile(place.at());
            JsonNode parent = changed.at(pointer.head());
            put(parent, pointer.last(), place);
        }
        return changed;
    }

    private static void put(JsonNode parent, JsonPointer last, Place place) {
        switch (parent) {
            case ObjectNode object when place.ours().isMissingNode() ->
                    object.remove(last.getMatchingProperty());
            case ObjectNode object -> object.set(last.getMatchingProperty(), place.ours());
            case ArrayNode array when place.ours().isMissingNode() ->
                    array.remove(last.getMatchingIndex());
            case ArrayNode array when last.getMatchingIndex() == array.size() ->
                    array.add(place.ours());
            case ArrayNode array -> array.set(last.getMatchingIndex(), place.ours());
            default ->
                    throw new IllegalArgumentException(
                            "deviation at "
                                    + place.at()
                                    + ": there is no such place in the recording");
        }
    }
}
