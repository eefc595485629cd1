package dev.sluice.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/// Options of `sluice bench api` that contradict each other are refused before anything is started.
class ApiBenchTest {
    @Test
    void moreWorkloadsThanObjectsAreRefused() {
        StringWriter errors = new StringWriter();
        int code =
                new CommandLine(new ApiBench())
                        .setErr(new PrintWriter(errors))
                        .execute("--objects", "10", "--workloads", "20");
        assertThat(code).isEqualTo(CommandLine.ExitCode.USAGE);
        assertThat(errors.toString())
                .contains("--workloads is 20: expected 0 to 10, the number of --objects");
    }
}
