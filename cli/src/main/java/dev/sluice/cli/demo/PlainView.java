package dev.sluice.cli.demo;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/// One line for each decision, for logs and pipes.
final class PlainView implements View {
    private final PrintWriter out;

    PlainView(PrintWriter out) {
        this.out = out;
    }

    @Override
    public void opens(List<String> lines) {
        lines.forEach(out::println);
        out.flush();
    }

    @Override
    public void happened(Duration since, List<Happening> happenings) {
        for (Happening happening : happenings) {
            out.printf(Locale.ROOT, "%6.1f s  %s%n", since.toMillis() / 1000.0, happening.line());
        }
        out.flush();
    }

    @Override
    public void stands(Duration since, List<QueueRow> rows, String title) {
        // Lines tell what happens; how it stands is told at the end.
    }

    @Override
    public void close() {
        out.flush();
    }
}
