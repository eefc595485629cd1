package dev.sluice.conformance.lifecycle;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.sluice.api.config.Configuration;
import dev.sluice.api.crd.Crds;
import dev.sluice.api.feature.FeatureGates;
import dev.sluice.apiserver.ApiServerConfig;
import dev.sluice.apiserver.http.ApiRequest;
import dev.sluice.apiserver.http.ApiResponse;
import dev.sluice.apiserver.security.User;
import dev.sluice.conformance.embedded.WebhookPlugin;
import dev.sluice.controllers.ControlPlane;
import dev.sluice.controllers.scheduling.Scheduling;
import dev.sluice.localcluster.LocalCluster;
import dev.sluice.localcluster.LocalClusterConfig;
import dev.sluice.reconcile.ManualClock;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

final class LocalWorld implements World {
    private static final JsonMapper JSON = new JsonMapper();
    private final ManualClock clock = new ManualClock(Instant.parse("2026-01-01T00:00:00Z"));
    private final LocalCluster cluster;

    LocalWorld(JsonNode config) {
        com.fasterxml.jackson.databind.node.ObjectNode c =
                config instanceof com.fasterxml.jackson.databind.node.ObjectNode o
                        ? o.deepCopy()
                        : com.fasterxml.jackson.databind.node.JsonNodeFactory.instance.objectNode();
        Configuration settings = Configuration.read(c, FeatureGates.defaultsOfPeer());
        try {
            cluster =
                    LocalCluster.start(
                            LocalClusterConfig.on(
                                            ApiServerConfig.ephemeral()
                                                    .withPort(-1)
                                                    .withAdmission(
                                                            List.of(new WebhookPlugin(settings))))
                                    .withClock(clock)
                                    .withoutPodRunner()
                                    .prepared(
                                            client ->
                                                    Crds.all()
                                                            .forEach(
                                                                    crd ->
                                                                            client.resource(
                                                                                            crd
                                                                                                    .toString())
                                                                                    .create()))
                                    .with(cl -> new Scheduling(cl, new dev.sluice.controllers.event.EventRecorder(cl, "sluice"), dev.sluice.podscheduler.plugins.DefaultPlugins.profile()))
                                    .with(cl -> ControlPlane.on(cl, settings)));
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    LocalCluster cluster() {
        return cluster;
    }

    @Override
    public Answer send(
            String method, String path, @Nullable String contentType, @Nullable String body) {
        return send(method, path, contentType, body, "application/json");
    }

    private Answer send(
            String method,
            String path,
            @Nullable String contentType,
            @Nullable String body,
            String accept) {
        int q = path.indexOf('?');
        Map<String, List<String>> query = new LinkedHashMap<>();
        if (q >= 0) {
            for (String pair : path.substring(q + 1).split("&")) {
                String[] kv = pair.split("=", 2);
                query.put(kv[0], List.of(kv.length > 1 ? kv[1] : ""));
            }
            path = path.substring(0, q);
        }
        Map<String, List<String>> headers = new LinkedHashMap<>();
        headers.put("accept", List.of(accept));
        if (contentType != null) {
            headers.put("content-type", List.of(contentType));
        }
        ApiResponse response =
                cluster.server()
                        .handle(
                                new ApiRequest(
                                        method,
                                        path,
                                        query,
                                        headers,
                                        body == null
                                                ? new byte[0]
                                                : body.getBytes(StandardCharsets.UTF_8)),
                                User.ADMIN);
        byte[] bytes = ((ApiResponse.Whole) response).body();
        try {
            return new Answer(
                    response.code(),
                    bytes.length == 0
                            ? com.fasterxml.jackson.databind.node.MissingNode.getInstance()
                            : JSON.readTree(bytes));
        } catch (java.io.IOException e) {
            return new Answer(
                    response.code(),
                    com.fasterxml.jackson.databind.node.TextNode.valueOf(
                            new String(bytes, StandardCharsets.UTF_8)));
        }
    }

    @Override
    public Answer table(String path) {
        return send(
                "GET",
                path,
                null,
                null,
                "application/json;as=Table;v=v1;g=meta.k8s.io,application/json");
    }

    @Override
    public void settle() {
        long end = System.nanoTime() + Duration.ofSeconds(10).toNanos();
        while (!cluster.isQuiet()) {
            if (System.nanoTime() > end) {
                throw new ScenarioFault("never quiet: " + cluster.cluster().busyWith());
            }
            try {
                Thread.sleep(0, 200_000);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    @Override
    public Instant now() {
        return clock.instant();
    }

    @Override
    public Optional<Instant> nextAlarm() {
        return clock.nextAlarm();
    }

    @Override
    public void advanceTo(Instant target) {
        clock.advanceTo(target);
    }

    @Override
    public void at(Instant due, Runnable task) {
        clock.schedule(due, task);
    }

    @Override
    public void close() {
        cluster.close();
    }
}
