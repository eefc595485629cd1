package dev.sluice.cli.demo;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.cli.client.Api;
import dev.sluice.cli.manifest.Manifest;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// One show: applies manifests when they are due, shows what the queues do, and ends when every workload has finished or nothing moves
/// any more. Whoever runs it calls {@link #tick} a few times a second.
public final class Demo {
    /// When nothing runs and nothing was decided for so long, nothing will be.
    private static final Duration STANDSTILL = Duration.ofSeconds(10);

    private static final String KUEUE = "/apis/kueue.x-k8s.io/v1beta2";

    private final Api api;
    private final InstantSource clock;
    private final View view;
    private final String title;
    private final Applier applier;
    private final Arrivals arrivals;
    private final GatedPods gatedPods = new GatedPods();
    private final Instant start;
    private Instant lastDecision;
    private long seenRevision;

    private Demo(Api api, List<Manifest> manifests, InstantSource clock, View view, String title) {
        this.api = api;
        this.clock = clock;
        this.view = view;
        this.title = title;
        applier = new Applier(api);
        arrivals = new Arrivals(manifests);
        start = clock.instant();
        lastDecision = start;
    }

    /// A show on a terminal, as a live picture, or elsewhere, as lines.
    ///
    /// @param columns width of the terminal; 0 when there is none
    /// @param title what is written above the picture
    public static Demo of(
            Api api,
            List<Manifest> manifests,
            InstantSource clock,
            PrintWriter out,
            int columns,
            String title) {
        return new Demo(
                api,
                manifests,
                clock,
                columns == 0 ? new PlainView(out) : new LiveView(out, columns),
                title);
    }

    /// Applies what arrives at once, and asks the server about all that comes later, so that a fault in the last file is told first.
    ///
    /// @throws dev.sluice.cli.Refusal when the server refuses an object
    public void open() {
        arrivals.due(Duration.ZERO).forEach(applier::apply);
        arrivals.later().forEach(applier::check);
        view.opens(Opening.lines(api.get(KUEUE + "/clusterqueues").body()));
    }

    /// Does what is due now, shows how it stands, and tells whether the show is over.
    ///
    /// @throws dev.sluice.cli.Refusal when the server refuses an object
    public boolean tick() {
        Instant now = clock.instant();
        Duration since = Duration.between(start, now);
        arrivals.due(since).forEach(applier::apply);
        List<JsonNode> events = newEvents();
        List<Happening> gated = gatedPods.news(api.get("/api/v1/pods").body());
        if (!events.isEmpty() || !gated.isEmpty()) {
            lastDecision = now;
            tell(events, now);
            view.happened(since, gated);
        }
        view.stands(since, rows(), title);
        return arrivals.isEmpty() && isOver(now);
    }

    private boolean isOver(Instant now) {
        JsonNode workloads = workloads();
        boolean running = false;
        boolean waiting = false;
        for (JsonNode workload : workloads.path("items")) {
            boolean finished = isTrue(workload, "Finished");
            running |= !finished && isTrue(workload, "Admitted");
            waiting |= !finished;
        }
        boolean stands = !running && Duration.between(lastDecision, now).compareTo(STANDSTILL) >= 0;
        return stands || !waiting && !workloads.path("items").isEmpty();
    }

    private static boolean isTrue(JsonNode workload, String type) {
        for (JsonNode condition : workload.path("status").path("conditions")) {
            if (condition.path("type").asText().equals(type)) {
                return condition.path("status").asText().equals("True");
            }
        }
        return false;
    }

    /// Tells each decision at the time at which it was made.
    private void tell(List<JsonNode> events, Instant now) {
        Map<String, String> namesByUid = namesByUid();
        for (JsonNode event : events) {
            String at = event.path("eventTime").asText();
            Duration since = Duration.between(start, at.isEmpty() ? now : Instant.parse(at));
            Happening.of(event, namesByUid)
                    .ifPresent(happening -> view.happened(since, List.of(happening)));
        }
    }

    private Map<String, String> namesByUid() {
        Map<String, String> names = new HashMap<>();
        for (JsonNode workload : workloads().path("items")) {
            JsonNode metadata = workload.path("metadata");
            names.put(
                    metadata.path("uid").asText(),
                    metadata.path("namespace").asText()
                            + "/"
                            + Happening.shortName(metadata.path("name").asText()));
        }
        return names;
    }

    /// Events about decisions that have not been told, in the order of their times.
    private List<JsonNode> newEvents() {
        JsonNode list = api.get("/api/v1/events").body();
        List<JsonNode> events = new ArrayList<>();
        for (JsonNode event : list.path("items")) {
            if (event.path("metadata").path("resourceVersion").asLong() > seenRevision
                    && Happening.of(event).isPresent()) {
                events.add(event);
            }
        }
        events.sort(Comparator.comparing(event -> event.path("eventTime").asText()));
        seenRevision =
                Math.max(seenRevision, list.path("metadata").path("resourceVersion").asLong());
        return events;
    }

    private List<QueueRow> rows() {
        return QueueRow.of(api.get(KUEUE + "/clusterqueues").body());
    }

    private JsonNode workloads() {
        return api.get(KUEUE + "/workloads").body();
    }

    /// Ends the picture without a word.
    public void leave() {
        view.close();
    }

    /// Ends the picture and prints what has happened; the value is the number of workloads that have not finished.
    public int close(PrintWriter out) {
        view.close();
        List<Tally> tallies = Tally.of(workloads());
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
