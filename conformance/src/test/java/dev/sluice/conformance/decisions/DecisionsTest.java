package dev.sluice.conformance.decisions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.conformance.Deviations;
import dev.sluice.conformance.Report;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// Every recorded decision of the peer. The floors in `decisions/floors.properties` only rise; a topic whose floor is the
/// number of its worlds has to pass as a whole.
class DecisionsTest {
    @Test
    void decidesAsThePeerDid() throws IOException {
        Report report =
                new Decisions(Deviations.ofSluice())
                        .play(List.of(RecordedWorlds.folder()), Set.of());

        report.print(System.out);
        Map<String, Integer> tooLow = new TreeMap<>();
        Map<String, Integer> passed = report.passedByTopic();
        floors().forEach(
                        (topic, floor) -> {
                            if (passed.getOrDefault(topic, 0) < floor) {
                                tooLow.put(topic, passed.getOrDefault(topic, 0));
                            }
                        });
        assertThat(tooLow).as("topics that pass in fewer worlds than before").isEmpty();
        assertThat(floors().keySet()).containsExactlyElementsOf(passed.keySet());
    }

    private static Map<String, Integer> floors() throws IOException {
        Properties floors = new Properties();
        try (InputStream in =
                DecisionsTest.class.getResourceAsStream("/decisions/floors.properties")) {
            floors.load(Objects.requireNonNull(in));
        }
        Map<String, Integer> byTopic = new TreeMap<>();
        floors.forEach(
                (topic, floor) -> byTopic.put((String) topic, Integer.valueOf((String) floor)));
        return byTopic;
    }
}
