package dev.sluice.conformance.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.conformance.Deviations;
import dev.sluice.conformance.Outcome;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The recorded life cycles that Sluice reproduces. Their list only grows.
class LifecycleTest {
    private static final String PASSING = "/lifecycle/passing.txt";

    private final Lifecycle lifecycle = Lifecycle.ofSluice(Deviations.ofSluice());

    static List<String> passing() {
        try (InputStream in = LifecycleTest.class.getResourceAsStream(PASSING)) {
            return new BufferedReader(
                            new InputStreamReader(
                                    Objects.requireNonNull(in, PASSING), StandardCharsets.UTF_8))
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .toList();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    @ParameterizedTest
    @MethodSource("passing")
    void goesAsRecorded(String name) throws IOException {
        Outcome outcome = lifecycle.run(name, recording(name));

        assertThat(outcome.difference()).isEmpty();
        assertThat(outcome.ok()).isTrue();
    }

    /// A name in the list that no file has would never be run.
    @Test
    void namesOnlyRecordings() {
        assertThat(Recordings.all()).containsAll(passing());
    }

    /// The runner says where it differs: here the recording wants another value.
    @Test
    void tellsTheStepAndThePlaceOfADifference() throws IOException {
        String name = "04-job-larger-than-quota";
        String text = new String(recording(name).readAllBytes(), StandardCharsets.UTF_8);
        byte[] changed =
                text.replaceFirst(
                                "message: Can submit new workloads",
                                "message: Cannot submit new workloads")
                        .getBytes(StandardCharsets.UTF_8);
        assertThat(new String(changed, StandardCharsets.UTF_8)).isNotEqualTo(text);

        Outcome outcome = lifecycle.run(name, new ByteArrayInputStream(changed));

        assertThat(outcome.ok()).isFalse();
        assertThat(outcome.difference())
                .contains(
                        "checkpoint",
                        "LocalQueue/",
                        "status.conditions[Active].message",
                        "Cannot submit new workloads");
    }

    private static InputStream recording(String name) throws IOException {
        return new GZIPInputStream(
                Objects.requireNonNull(
                        LifecycleTest.class.getResourceAsStream("/lifecycle/" + name + ".yaml.gz"),
                        name));
    }
}
