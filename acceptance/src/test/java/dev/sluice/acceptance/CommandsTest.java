package dev.sluice.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The commands that end by themselves.
class CommandsTest {
    @Test
    void theDemoEndsWithATable() throws IOException, InterruptedException {
        SluiceProcess.Ended demo = SluiceProcess.run(List.of("demo"));

        assertThat(demo.exitCode()).as(demo.output()).isZero();
        assertThat(demo.output())
                .contains(
                        "QuotaReserved",
                        "Preempted",
                        "product/main",
                        "research/interactive",
                        "research/nightly",
                        "It took ");
    }

    /// KEP-8303: without it both workers would evict.
    @Test
    void inTheDemoOfSeveralClustersOneWorkerEvicts() throws IOException, InterruptedException {
        SluiceProcess.Ended demo = SluiceProcess.run(List.of("demo", "clusters"));

        assertThat(demo.exitCode()).as(demo.output()).isZero();
        assertThat(
                        demo.output()
                                .lines()
                                .filter(line -> line.startsWith("worker"))
                                .map(line -> line.split(" +"))
                                .filter(cells -> cells.length > 6 && cells[1].equals("lab/own"))
                                .map(cells -> cells[6]))
                .containsExactlyInAnyOrder("0", "3");
    }

    @Test
    void versionHelpAndCompletion() throws IOException, InterruptedException {
        String version = SluiceProcess.run(List.of("version")).output();
        assertThat(version).startsWith("sluice ");
        assertThat(SluiceProcess.run(List.of("--version")).output()).isEqualTo(version);
        assertThat(SluiceProcess.run(List.of("help")).output())
                .contains(
                        "demo", "up", "apiserver", "conformance", "bench", "version", "completion")
                .doesNotContain("warm-up");
        assertThat(SluiceProcess.run(List.of("completion")).output())
                .contains("complete ", "apiserver");
    }
}
