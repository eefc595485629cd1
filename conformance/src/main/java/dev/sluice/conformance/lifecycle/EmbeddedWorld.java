package dev.sluice.conformance.lifecycle;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.api.config.BadConfigurationException;
import dev.sluice.api.config.Configuration;
import dev.sluice.api.feature.FeatureGates;
import dev.sluice.apiserver.ApiServerConfig;
import dev.sluice.apiserver.StartupFailure;
import dev.sluice.conformance.embedded.Answer;
import dev.sluice.conformance.embedded.Requests;
import dev.sluice.conformance.embedded.SluiceCluster;
import dev.sluice.localcluster.LocalCluster;
import dev.sluice.reconcile.ManualClock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// All of Sluice in this process, in memory, without a port, on a manual clock.
final class EmbeddedWorld implements World {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    /// In real time; a machine under load needs a while, a cluster that never rests never ends.
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final ManualClock clock = new ManualClock(START);
    private final LocalCluster cluster;

    private EmbeddedWorld(Configuration settings) throws StartupFailure, InterruptedException {
        cluster =
                LocalCluster.start(
                        SluiceCluster.on(ApiServerConfig.ephemeral().withPort(-1), settings)
                                .withClock(clock)
                                .withoutPodRunner());
    }

    /// A fresh cluster with the reference system's gates and the configuration that the recordings started from.
    ///
    /// @param config what differs from it
    static EmbeddedWorld start(JsonNode config) {
        try {
            return new EmbeddedWorld(
                    Configuration.read(complete(config), FeatureGates.defaultsOfPeer()));
        } catch (BadConfigurationException bad) {
            throw new ScenarioFault("the configuration is not supported: " + bad.getMessage());
        } catch (StartupFailure failure) {
            throw new ScenarioFault(String.valueOf(failure.getMessage()));
        } catch (InterruptedException stopped) {
            throw stopped(stopped);
        }
    }

    private static JsonNode complete(JsonNode config) {
        ObjectNode complete =
                config instanceof ObjectNode given
                        ? given.deepCopy()
                        : JsonNodeFactory.instance.objectNode();
        if (!complete.has("integrations")) {
            complete.putObject("integrations").putArray("frameworks").add("batch/job").add("pod");
        }
        return complete;
    }

    @Override
    public Answer send(
            String method, String path, @Nullable String contentType, @Nullable String body) {
        Answer answer = requests().send(method, path, contentType, body);
        if (body != null && path.equals("/api/v1/namespaces")) {
            // The recordings began when the namespace had its ServiceAccount, without which no pod
            // is let in.
            settle();
        }
        return answer;
    }

    @Override
    public Answer table(String path) {
        return requests().table(path);
    }

    private Requests requests() {
        return new Requests(cluster.client());
    }

    @Override
    public void atOnce(Runnable changes) {
        cluster.atOnce(changes);
    }

    @Override
    public void settle() {
        try {
            cluster.awaitQuiet(PATIENCE);
        } catch (IllegalStateException restless) {
            throw new ScenarioFault(String.valueOf(restless.getMessage()));
        } catch (InterruptedException stopped) {
            throw stopped(stopped);
        }
    }

    private static IllegalStateException stopped(InterruptedException stopped) {
        Thread.currentThread().interrupt();
        return new IllegalStateException("the run was interrupted", stopped);
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
