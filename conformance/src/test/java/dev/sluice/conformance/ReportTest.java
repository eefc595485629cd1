package dev.sluice.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReportTest {
    private final Report report =
            new Report(
                    List.of(
                            Outcome.passed("a", "01"),
                            Outcome.byDecision("b", "01"),
                            Outcome.failed("c", "02", "/x: expected 1, got 2")));

    @Test
    void endsWithTheSummaryAndSaysBeforeWhatDiffers() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        report.print(new PrintStream(bytes, true, StandardCharsets.UTF_8));

        assertThat(bytes.toString(StandardCharsets.UTF_8).lines())
                .containsExactly("c: /x: expected 1, got 2", "2 passed (1 by decision), 1 failed");
    }

    @Test
    void countsByTopic() {
        assertThat(report.passedByTopic()).isEqualTo(Map.of("01", 2, "02", 0));
    }
}
