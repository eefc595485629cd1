package dev.sluice.cli.demo;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.cli.Refusal;
import dev.sluice.cli.client.Api;
import dev.sluice.cli.manifest.Manifest;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.stream.Stream;

/// One show: applies manifests when they are due, shows what the queues do, and ends when every workload has finished or nothing moves
/// any more. Whoever runs it calls {@link #tick} a few times a second.
public final class Demo {
    /// When nothing runs and nothing was decided for so long, nothing will be.
    private static final Duration STANDSTILL = Duration.ofSeconds(10);

    /// Names the clusters that an object is for, separated by commas, where there are several; the first one if it is absent.
    private static final String CLUSTERS = "demo.sluice.dev/clusters";

    private final SequencedMap<String, Stage> stages = new LinkedHashMap<>();
    private final InstantSource clock;
    private final View view;
    private final String title;
    private final Arrivals arrivals;
    private final Instant start;
    private Instant lastDecision;

    private Demo(
            SequencedMap<String, Api> clusters,
            List<Manifest> manifests,
            InstantSource clock,
            View view,
            String title) {
        boolean several = clusters.size() > 1;
        clusters.forEach((name, api) -> stages.put(name, new Stage(several ? name : "", api)));
        this.clock = clock;
        this.view = view;
        this.title = title;
        arrivals = new Arrivals(manifests);
        start = clock.instant();
        lastDecision = start;
    }

    /// A show on a terminal, as a live picture, or elsewhere, as lines.
    ///
    /// @param clusters by their names
    /// @param columns width of the terminal; 0 when there is none
    /// @param title what is written above the picture
    public static Demo of(
            SequencedMap<String, Api> clusters,
            List<Manifest> manifests,
            InstantSource clock,
            PrintWriter out,
            int columns,
            String title) {
        return new Demo(
                clusters,
                manifests,
                clock,
                columns == 0 ? new PlainView(out) : new LiveView(out, columns),
                title);
    }

    /// Applies what arrives at once, and asks the servers about all that comes later, so that a fault in the last file is told first.
    ///
    /// @throws Refusal when a server refuses an object
    public void open() {
        arrivals.due(Duration.ZERO).forEach(this::apply);
        arrivals.later()
                .forEach(manifest -> stagesOf(manifest).forEach(stage -> stage.check(manifest)));
        view.opens(
                Opening.lines(
                        stages.values().stream()
                                .flatMap(stage -> stage.opening().stream())
                                .toList()));
    }

    private void apply(Manifest manifest) {
        stagesOf(manifest).forEach(stage -> stage.apply(manifest));
    }

    private Stream<Stage> stagesOf(Manifest manifest) {
        String named =
                manifest.object().path("metadata").path("annotations").path(CLUSTERS).asText();
        return named.isEmpty()
                ? Stream.of(stages.firstEntry().getValue())
                : Arrays.stream(named.split(" *, *")).map(name -> stage(name, manifest));
    }

    private Stage stage(String name, Manifest manifest) {
        Stage stage = stages.get(name);
        if (stage == null) {
            throw new Refusal(
                    "%s: %s names %s, expected some of %s"
                            .formatted(
                                    manifest.place("metadata.annotations[" + CLUSTERS + "]"),
                                    CLUSTERS,
                                    name,
                                    stages.keySet()));
        }
        return stage;
    }

    /// Does what is due now, shows how it stands, and tells whether the show is over.
    ///
    /// @throws Refusal when a server refuses an object
    public boolean tick() {
        Instant now = clock.instant();
        Duration since = Duration.between(start, now);
        arrivals.due(since).forEach(this::apply);
        List<Stage.Decided> news =
                stages.values().stream()
                        .flatMap(stage -> stage.news(now).stream())
                        .sorted(Comparator.comparing(Stage.Decided::at))
                        .toList();
        if (!news.isEmpty()) {
            lastDecision = now;
        }
        for (Stage.Decided decided : news) {
            view.happened(Duration.between(start, decided.at()), List.of(decided.happening()));
        }
        view.stands(since, stages.values().stream().flatMap(Stage::rows).toList(), title);
        return arrivals.isEmpty() && isOver(now);
    }

    private boolean isOver(Instant now) {
        boolean any = false;
        boolean running = false;
        boolean waiting = false;
        for (Stage stage : stages.values()) {
            for (JsonNode workload : stage.workloads()) {
                boolean finished = isTrue(workload, "Finished");
                any = true;
                running |= !finished && isTrue(workload, "Admitted");
                waiting |= !finished;
            }
        }
        boolean stands = !running && Duration.between(lastDecision, now).compareTo(STANDSTILL) >= 0;
        return stands || (any && !waiting);
    }

    private static boolean isTrue(JsonNode workload, String type) {
        for (JsonNode condition : workload.path("status").path("conditions")) {
            if (condition.path("type").asText().equals(type)) {
                return condition.path("status").asText().equals("True");
            }
        }
        return false;
    }

    /// Ends the picture without a word.
    public void leave() {
        view.close();
    }

    /// Ends the picture and prints what has happened; the value is the number of workloads that have not finished.
    public int close(PrintWriter out) {
        view.close();
        List<Tally> tallies = stages.values().stream().flatMap(Stage::tallies).toList();
        TextTable table =
                new TextTable(
                        "QUEUE",
                        "WORKLOADS",
                        "SUCCEEDED",
                        "FAILED",
                        "UNFINISHED",
                        "EVICTIONS",
                        "MEDIAN WAIT",
                        "LONGEST WAIT");
        for (Tally tally : tallies) {
            table.row(
                    tally.queue(),
                    tally.workloads(),
                    tally.succeeded(),
                    tally.failed(),
                    tally.waiting(),
                    tally.evictions(),
                    tally.medianWait().toSeconds() + " s",
                    tally.longestWait().toSeconds() + " s");
        }
        out.println();
        table.lines().forEach(out::println);
        out.printf("%nIt took %d s.%n", Duration.between(start, clock.instant()).toSeconds());
        out.flush();
        return tallies.stream().mapToInt(Tally::waiting).sum();
    }
}
