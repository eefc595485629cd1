package dev.sluice.conformance.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.sluice.podscheduler.config.ConfigurationFault;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The numbered vectors of the pod scheduler's rules that need no API server, from `scheduler-vectors/queue.yaml`,
/// and the faults FE1 to FE5, FE9 and FE11 from `faults.yaml`.
class SchedulerVectorsTest {
    private static final List<String> ELSEWHERE =
            List.of(
                    "scheduler-stories",
                    "vector-stories",
                    "spec-vectors",
                    "SecondSchedulerTest",
                    "NodeSearchTest",
                    "EventNoteTest");

    record Vector(String id, JsonNode body) {
        @Override
        public String toString() {
            return id + " " + body.path("title").asText();
        }
    }

    static List<Vector> queue() throws IOException {
        return read("queue.yaml");
    }

    static List<Vector> faults() throws IOException {
        return read("faults.yaml");
    }

    static List<Vector> read(String file) throws IOException {
        try (InputStream in =
                Objects.requireNonNull(
                        SchedulerVectorsTest.class.getResourceAsStream(
                                "/scheduler-vectors/" + file),
                        file)) {
            List<Vector> vectors = new ArrayList<>();
            for (JsonNode vector : new YAMLMapper().readTree(in)) {
                vectors.add(new Vector(vector.path("id").asText(), vector));
            }
            return vectors;
        }
    }

    @ParameterizedTest
    @MethodSource({"queue", "faults"})
    void holds(Vector vector) throws Exception {
        JsonNode body = vector.body();
        if (body.has("fault")) {
            assertThatThrownBy(() -> new VectorRun(body))
                    .isInstanceOf(ConfigurationFault.class)
                    .hasMessageContaining(body.get("fault").asText());
        } else {
            new VectorRun(body).play(body.get("steps"));
        }
    }

    /// Each of the vectors is in one of the files, or the list says which test has it and why.
    @Test
    void noneIsMissing() throws IOException {
        Set<String> there = new HashSet<>();
        queue().forEach(vector -> there.add(vector.id()));
        for (Vector vector : read("elsewhere.yaml")) {
            there.add(vector.id());
            String where = vector.body().path("where").asText();
            assertThat(where).isIn(ELSEWHERE);
            String story = vector.body().path("story").asText();
            String file =
                    switch (where) {
                        case "scheduler-stories" -> "/scheduler-stories/" + story + ".yaml.gz";
                        case "vector-stories" -> "/scheduler-vectors/stories/" + story + ".yaml";
                        default -> "/scheduler-vectors";
                    };
            assertThat(getClass().getResource(file)).as(file).isNotNull();
        }
        assertThat(there)
                .containsAll(
                        IntStream.of(
                                        IntStream.concat(
                                                        IntStream.concat(
                                                                IntStream.rangeClosed(1, 18),
                                                                IntStream.rangeClosed(20, 50)),
                                                        IntStream.concat(
                                                                IntStream.rangeClosed(60, 86),
                                                                IntStream.rangeClosed(90, 100)))
                                                .toArray())
                                .mapToObj("TV-%02d"::formatted)
                                .toList())
                .hasSize(87);
    }
}
