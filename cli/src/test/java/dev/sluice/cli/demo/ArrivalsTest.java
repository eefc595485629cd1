package dev.sluice.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.cli.Refusal;
import dev.sluice.cli.manifest.Manifest;
import dev.sluice.cli.manifest.ManifestReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ArrivalsTest {
    /// The repository's own show.
    private static final Path DEMO = Path.of("../demo");

    @TempDir private Path folder;

    @Test
    void comeInTheOrderOfTheirTimesThenOfTheirPlace() throws IOException {
        Arrivals arrivals = arrivals(pod("a", "2"), pod("b", ""), pod("c", "0.5"), pod("d", "2"));

        assertThat(arrivals.due(Duration.ZERO))
                .extracting(Manifest::title)
                .containsExactly("Pod/b");
        assertThat(arrivals.due(Duration.ofMillis(499))).isEmpty();
        assertThat(arrivals.later()).hasSize(3);
        assertThat(arrivals.due(Duration.ofSeconds(2)))
                .extracting(Manifest::title)
                .containsExactly("Pod/c", "Pod/a", "Pod/d");
        assertThat(arrivals.isEmpty()).isTrue();
    }

    @Test
    void refuseTimesThatAreNone() {
        for (String time : List.of("soon", "-1", "3601")) {
            assertThatThrownBy(() -> arrivals(pod("a", time)))
                    .isInstanceOf(Refusal.class)
                    .hasMessageContaining("a.yaml, line 6")
                    .hasMessageContaining(
                            "\"" + time + "\", expected a number of seconds from 0 to 3600");
        }
    }

    /// 30 to 50 jobs, the last of which arrives early enough to end within a minute.
    @Test
    void ofTheDemoAreAShowOfAMinute() {
        List<Manifest> manifests = new ManifestReader().readFolder(DEMO);
        List<Manifest> jobs =
                manifests.stream().filter(manifest -> manifest.title().startsWith("Job/")).toList();
        assertThat(jobs).hasSizeBetween(30, 50);
        assertThat(manifests)
                .filteredOn(manifest -> manifest.title().startsWith("ClusterQueue/"))
                .hasSize(3);

        Arrivals arrivals = new Arrivals(manifests);
        arrivals.due(Duration.ofSeconds(25));
        assertThat(arrivals.isEmpty()).isTrue();
    }

    private Arrivals arrivals(String... pods) throws IOException {
        Files.writeString(folder.resolve("a.yaml"), String.join("---\n", pods));
        return new Arrivals(new ManifestReader().readFolder(folder));
    }

    private static String pod(String name, String after) {
        String annotations =
                after.isEmpty()
                        ? ""
                        : "  annotations:\n    demo.sluice.dev/after-seconds: \"" + after + "\"\n";
        return "apiVersion: v1\nkind: Pod\nmetadata:\n  name: " + name + "\n" + annotations;
    }
}
