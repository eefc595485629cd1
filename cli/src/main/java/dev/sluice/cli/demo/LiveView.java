package dev.sluice.cli.demo;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;

/// A picture of the queues that is drawn again and again on the terminal's other screen, with the last decisions below.
final class LiveView implements View {
    private static final int DECISIONS = 12;
    private static final String OTHER_SCREEN = "\u001b[?1049h\u001b[?25l";
    private static final String FIRST_SCREEN = "\u001b[?25h\u001b[?1049l";
    private static final String HOME = "\u001b[H";
    private static final String REST_OF_LINE = "\u001b[K";
    private static final String REST_OF_SCREEN = "\u001b[J";

    private final PrintWriter out;
    private final int width;
    private final Deque<String> last = new ArrayDeque<>();

    /// @param width columns of the terminal
    LiveView(PrintWriter out, int width) {
        this.out = out;
        this.width = width;
        out.print(OTHER_SCREEN);
    }

    @Override
    public void opens(List<String> lines) {
        // The picture shows what the queues own.
    }

    @Override
    public void happened(Duration since, List<Happening> happenings) {
        for (Happening happening : happenings) {
            last.addLast(
                    String.format(
                            Locale.ROOT, "%5.1f  %s", since.toMillis() / 1000.0, happening.line()));
            if (last.size() > DECISIONS) {
                last.removeFirst();
            }
        }
    }

    @Override
    public void stands(Duration since, List<QueueRow> rows, String title) {
        StringBuilder picture = new StringBuilder(HOME);
        for (String line : lines(since, rows, title)) {
            picture.append(line, 0, Math.min(width, line.length()))
                    .append(REST_OF_LINE)
                    .append('\n');
        }
        out.print(picture.append(REST_OF_SCREEN));
        out.flush();
    }

    private List<String> lines(Duration since, List<QueueRow> rows, String title) {
        List<String> lines = new ArrayList<>();
        lines.add(title + String.format(Locale.ROOT, ", %d s", since.toSeconds()));
        lines.add("");
        lines.addAll(table(rows));
        lines.add("");
        lines.add("Last decisions:");
        lines.addAll(last);
        return lines;
    }

    static List<String> table(List<QueueRow> rows) {
        TextTable table =
                new TextTable(
                        "QUEUE",
                        "PENDING",
                        "ADMITTED",
                        "FLAVOR",
                        "RESOURCE",
                        "USED",
                        "NOMINAL",
                        "BORROWED");
        String above = "";
        for (QueueRow row : rows) {
            boolean first = !row.queue().equals(above);
            table.row(
                    first ? row.queue() : "",
                    first ? row.pending() : "",
                    first ? row.admitted() : "",
                    row.flavor(),
                    row.resource(),
                    row.used(),
                    row.nominal(),
                    row.borrowed());
            above = row.queue();
        }
        return table.lines();
    }

    @Override
    public void close() {
        out.print(FIRST_SCREEN);
        out.flush();
    }
}
