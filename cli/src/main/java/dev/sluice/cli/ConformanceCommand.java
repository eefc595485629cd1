package dev.sluice.cli;

import dev.sluice.conformance.RecordingException;
import dev.sluice.conformance.Report;
import dev.sluice.conformance.decisions.Decisions;
import dev.sluice.conformance.lifecycle.Lifecycle;
import dev.sluice.conformance.replay.Replays;
import dev.sluice.conformance.scheduler.SchedulerStories;
import dev.sluice.conformance.scheduler.SchedulerWorlds;
import dev.sluice.conformance.validation.Validation;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `sluice conformance`: runs recordings of the reference system and says where Sluice differs.
@Command(
        name = "conformance",
        description = {
            "Runs recorded files and compares Sluice with what was recorded.",
            "Prints the first difference of each file that fails, and last how many passed. The exit code is 0 when nothing failed."
        })
final class ConformanceCommand implements Callable<Integer> {
    @Mixin private HelpOption help;

    @Parameters(
            index = "0",
            paramLabel = "KIND",
            description = "What the files hold: ${COMPLETION-CANDIDATES}.")
    private RecordingKind kind = RecordingKind.DECISIONS;

    @Parameters(
            index = "1..*",
            arity = "1..*",
            paramLabel = "PATH",
            description = "Files, or folders of files.")
    private List<Path> paths = new ArrayList<>();

    @Option(
            names = "--id",
            paramLabel = "ID",
            description = "Runs only these worlds or scenarios; may be given several times.")
    private List<String> ids = new ArrayList<>();

    @Option(
            names = "--write-engine-logs",
            paramLabel = "FOLDER",
            description =
                    "Instead of comparing, writes for each world of decisions what goes into the engine and what it decides; the kind engine plays such files again.")
    private @Nullable Path logs;

    @Override
    public Integer call() {
        try {
            if (logs != null) {
                return writeLogs(logs);
            }
            Report report =
                    switch (kind) {
                        case DECISIONS -> Decisions.run(paths, Set.copyOf(ids), System.out);
                        case SCHEDULER_STORIES ->
                                SchedulerStories.run(paths, Set.copyOf(ids), System.out);
                        case SCHEDULER -> SchedulerWorlds.run(paths, Set.copyOf(ids), System.out);
                        case LIFECYCLE -> Lifecycle.run(paths, Set.copyOf(ids), System.out);
                        case ENGINE -> Replays.run(paths, System.out);
                        case VALIDATION -> Validation.run(paths, Set.copyOf(ids), System.out);
                    };
            return report.failed() == 0 ? 0 : 1;
        } catch (RecordingException unusable) {
            throw new Refusal(String.valueOf(unusable.getMessage()));
        }
    }

    private int writeLogs(Path folder) {
        if (kind != RecordingKind.DECISIONS) {
            throw new Refusal("--write-engine-logs: expected the kind decisions, got " + kind);
        }
        int written = Decisions.writeLogs(paths, Set.copyOf(ids), folder);
        System.out.println(written + " written to " + folder);
        return 0;
    }

    /// The kinds of recordings there are.
    enum RecordingKind {
        DECISIONS,
        ENGINE,
        LIFECYCLE,
        VALIDATION,
        SCHEDULER,
        SCHEDULER_STORIES;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }
}
