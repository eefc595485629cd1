package dev.sluice.conformance.replay;

import dev.sluice.conformance.JsonLines;
import dev.sluice.conformance.Outcome;
import dev.sluice.conformance.RecordingException;
import dev.sluice.conformance.Report;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Plays engine logs again: the same input has to lead to the same decisions, bit for bit.
public final class Replays {
    private Replays() {}

    /// Plays files and folders and prints what differs.
    ///
    /// @throws RecordingException if a path or a line in it cannot be used
    public static Report run(List<Path> paths, PrintStream out) {
        List<Outcome> outcomes = new ArrayList<>();
        for (Path file : JsonLines.files(paths)) {
            RecordedRun run = RecordedRun.read(file);
            String difference = run.difference();
            outcomes.add(
                    difference == null
                            ? Outcome.passed(run.name(), "engine")
                            : Outcome.failed(run.name(), "engine", difference));
        }
        Report report = new Report(outcomes);
        report.print(out);
        return report;
    }
}
