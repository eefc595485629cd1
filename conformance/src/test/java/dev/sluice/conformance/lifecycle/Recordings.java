package dev.sluice.conformance.lifecycle;

import dev.sluice.conformance.Deviations;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

/// The recorded scenarios among the test resources.
final class Recordings {
    private static final String ENDING = ".yaml.gz";

    private Recordings() {}

    /// All names of scenarios, in order.
    static List<String> all() {
        URL folder =
                Objects.requireNonNull(
                        Recordings.class.getResource("/lifecycle"), "the recordings");
        try (Stream<Path> files = Files.list(Path.of(folder.toURI()))) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(ENDING))
                    .map(name -> name.substring(0, name.length() - ENDING.length()))
                    .sorted()
                    .toList();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        } catch (URISyntaxException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    static Scenario read(String name, Deviations deviations) {
        try (InputStream in = Recordings.class.getResourceAsStream("/lifecycle/" + name + ENDING)) {
            return new ScenarioReader(deviations)
                    .read(name, new GZIPInputStream(Objects.requireNonNull(in, name)));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
