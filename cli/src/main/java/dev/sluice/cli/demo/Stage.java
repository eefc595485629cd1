package dev.sluice.cli.demo;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.cli.client.Api;
import dev.sluice.cli.manifest.Manifest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// One cluster of a show: what is applied there, and what happens in it.
final class Stage {
    private static final String KUEUE = "/apis/kueue.x-k8s.io/v1beta2";

    private final String name;
    private final Api api;
    private final Applier applier;
    private final GatedPods gatedPods = new GatedPods();
    private long seenRevision;

    /// @param name what is written before its names; empty when it is the only one
    Stage(String name, Api api) {
        this.name = name;
        this.api = api;
        applier = new Applier(api);
    }

    /// Something that was decided, and when.
    record Decided(Instant at, Happening happening) {}

    void apply(Manifest manifest) {
        applier.apply(manifest);
    }

    /// Asks the server about a manifest that comes later.
    void check(Manifest manifest) {
        applier.check(manifest);
    }

    /// Who owns which quota here.
    List<String> opening() {
        return Opening.queues(name, api.get(KUEUE + "/clusterqueues").body());
    }

    /// What was decided since the last time.
    ///
    /// @param now the time of what tells none
    List<Decided> news(Instant now) {
        List<Decided> news = new ArrayList<>();
        for (JsonNode event : newEvents()) {
            String at = event.path("eventTime").asText();
            Happening.of(event, namesByUid())
                    .map(happening -> happening.in(name))
                    .map(
                            happening ->
                                    new Decided(at.isEmpty() ? now : Instant.parse(at), happening))
                    .ifPresent(news::add);
        }
        gatedPods
                .news(api.get("/api/v1/pods").body())
                .forEach(happening -> news.add(new Decided(now, happening.in(name))));
        return news;
    }

    private Map<String, String> namesByUid() {
        Map<String, String> names = new HashMap<>();
        for (JsonNode workload : workloads()) {
            JsonNode metadata = workload.path("metadata");
            names.put(
                    metadata.path("uid").asText(),
                    metadata.path("namespace").asText()
                            + "/"
                            + Happening.shortName(metadata.path("name").asText()));
        }
        return names;
    }

    /// Events about decisions that have not been told.
    private List<JsonNode> newEvents() {
        JsonNode list = api.get("/api/v1/events").body();
        List<JsonNode> events = new ArrayList<>();
        for (JsonNode event : list.path("items")) {
            if (event.path("metadata").path("resourceVersion").asLong() > seenRevision
                    && Happening.of(event).isPresent()) {
                events.add(event);
            }
        }
        seenRevision =
                Math.max(seenRevision, list.path("metadata").path("resourceVersion").asLong());
        return events;
    }

    /// How the queues stand.
    Stream<QueueRow> rows() {
        return QueueRow.of(api.get(KUEUE + "/clusterqueues").body()).stream()
                .map(row -> row.in(name));
    }

    JsonNode workloads() {
        return api.get(KUEUE + "/workloads").body().path("items");
    }

    /// What has become of all that was queued.
    Stream<Tally> tallies() {
        return Tally.of(workloads()).stream().map(tally -> tally.in(name));
    }

    /// A name with that of the cluster, where there are several.
    static String named(String cluster, String name) {
        return cluster.isEmpty() ? name : cluster + ": " + name;
    }
}
