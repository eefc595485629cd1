package dev.sluice.engine.recorded;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.engine.reason.Deviation;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// The numbered vectors of the engine's specification, as the peer decided them.
class RecordedVectorsTest {

    /// Vectors in which a deliberate deviation shows (appendix C.2, recorded.md).
    private static final Map<String, Deviation> DELIBERATE =
            Map.of(
                    "V68", Deviation.T1_WORST_VERDICT,
                    "T2", Deviation.T2_EMPTY_POD_SET,
                    "T3", Deviation.T3_SLICE_FITS_WHOLE,
                    "V56b", Deviation.R4_21_REASON,
                    "V128b", Deviation.L1_3_QUOTA_HELD);

    @TestFactory
    List<DynamicTest> vectors() throws IOException {
        List<DynamicTest> tests = new ArrayList<>();
        ObjectMapper json = new ObjectMapper();
        try (BufferedReader lines = open("/recorded/00-vectors.jsonl.gz")) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                JsonNode world = json.readTree(line);
                tests.add(DynamicTest.dynamicTest(world.path("id").asText(), () -> play(world)));
            }
        }
        assertThat(tests).hasSize(170);
        return tests;
    }

    private static void play(JsonNode world) {
        Player.Result result = new Player(world).play();
        Deviation deliberate = DELIBERATE.get(result.id());
        if (deliberate == null) {
            assertThat(result.difference()).isNull();
        } else {
            assertThat(result.difference()).isNotNull();
            assertThat(result.deviations()).isEqualTo(Set.of(deliberate));
        }
    }

    private static BufferedReader open(String resource) throws IOException {
        InputStream in = RecordedVectorsTest.class.getResourceAsStream(resource);
        if (in == null) {
            throw new IOException("no resource " + resource);
        }
        return new BufferedReader(
                new InputStreamReader(new GZIPInputStream(in), StandardCharsets.UTF_8));
    }
}
