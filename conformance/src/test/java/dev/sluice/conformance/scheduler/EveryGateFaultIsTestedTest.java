package dev.sluice.conformance.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Each fault that schedulers with gates have had, a row FE of known-faults.md, has a test that names it.
class EveryGateFaultIsTestedTest {
    private static final Pattern ROW = Pattern.compile("\\bFE([0-9]+)\\b");
    private static final Path SELF =
            Path.of("dev/sluice/conformance/scheduler/EveryGateFaultIsTestedTest.java");

    @Test
    void eachRowIsNamed() throws IOException {
        Set<Integer> named = new TreeSet<>();
        for (String module : List.of("podscheduler", "controllers", "conformance")) {
            try (Stream<Path> files = Files.walk(Path.of("..", module, "src", "test"))) {
                for (Path file : files.filter(EveryGateFaultIsTestedTest::isText).toList()) {
                    ROW.matcher(Files.readString(file))
                            .results()
                            .forEach(row -> named.add(Integer.valueOf(row.group(1))));
                }
            }
        }
        assertThat(named).containsAll(IntStream.rangeClosed(1, 13).boxed().toList());
    }

    private static boolean isText(Path file) {
        return (file.toString().endsWith(".java") || file.toString().endsWith(".yaml"))
                && !file.endsWith(SELF);
    }
}
