package dev.sluice.bench.engine;

import dev.sluice.conformance.JsonLines;
import dev.sluice.conformance.RecordingException;
import dev.sluice.conformance.replay.RecordedRun;
import dev.sluice.engine.Engine;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// How long an engine takes for what engine logs hold: the best of some rounds, in the time of the thread.
public final class ReplayFigures {
    private static final int ROUNDS = 5;

    private final PrintWriter out;
    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();

    public ReplayFigures(PrintWriter out) {
        this.out = out;
    }

    /// Measures the logs together and prints one line; 1 if a decision is another than recorded or a log cannot be read.
    public int print(List<Path> paths) {
        List<RecordedRun> runs = new ArrayList<>();
        try {
            for (Path file : JsonLines.files(paths)) {
                RecordedRun run = RecordedRun.read(file);
                String difference = run.difference();
                if (difference != null) {
                    out.println(difference);
                    return 1;
                }
                runs.add(run);
            }
        } catch (RecordingException e) {
            out.println(e.getMessage());
            return 1;
        }
        long best = Long.MAX_VALUE;
        int decisions = 0;
        for (int round = 0; round < ROUNDS; round++) {
            long start = threads.getCurrentThreadCpuTime();
            decisions = runs.stream().mapToInt(ReplayFigures::play).sum();
            best = Math.min(best, threads.getCurrentThreadCpuTime() - start);
        }
        int steps = runs.stream().mapToInt(run -> run.steps().size()).sum();
        out.println(
                "%,d logs, %,d events and cycles, %,d decisions: %.1f ms, %.2f us each step"
                        .formatted(runs.size(), steps, decisions, best / 1e6, best / 1e3 / steps));
        return 0;
    }

    private static int play(RecordedRun run) {
        Engine engine = new Engine(run.settings());
        int decisions = 0;
        for (RecordedRun.Step step : run.steps()) {
            switch (step) {
                case RecordedRun.Told told -> engine.apply(told.event());
                case RecordedRun.Cycle cycle -> decisions += engine.cycle(cycle.now()).size();
            }
        }
        return decisions;
    }
}
