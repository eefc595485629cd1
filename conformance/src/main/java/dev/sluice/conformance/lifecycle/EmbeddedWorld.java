package dev.sluice.conformance.lifecycle;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.api.config.BadConfigurationException;
import dev.sluice.api.config.Configuration;
import dev.sluice.api.feature.FeatureGates;
import dev.sluice.apiserver.ApiServerConfig;
import dev.sluice.apiserver.StartupFailure;
import dev.sluice.conformance.embedded.SluiceCluster;
import dev.sluice.controllers.multicluster.Connector;
import dev.sluice.localcluster.LocalCluster;
import dev.sluice.reconcile.ManualClock;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;

/// All of Sluice in this process, in memory, without a port, on a manual clock: one cluster, or a manager with its workers.
final class EmbeddedWorld implements World {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    /// In real time; a machine under load needs a while, a cluster that never rests never ends.
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final ManualClock clock = new ManualClock(START);
    private final WorkerLinks links = new WorkerLinks();
    private final SequencedMap<String, LocalCluster> clusters = new LinkedHashMap<>();

    private EmbeddedWorld() {}

    /// Fresh clusters with the reference system's gates and the configuration that the recordings started from.
    static EmbeddedWorld start(Scenario scenario) {
        EmbeddedWorld world = new EmbeddedWorld();
        boolean complete = false;
        try {
            world.startAll(scenario.clusters(), settings(scenario));
            complete = true;
            return world;
        } catch (StartupFailure failure) {
            throw new ScenarioFault(String.valueOf(failure.getMessage()));
        } catch (InterruptedException stopped) {
            throw stopped(stopped);
        } finally {
            if (!complete) {
                world.close();
            }
        }
    }

    private void startAll(List<String> names, Configuration settings)
            throws StartupFailure, InterruptedException {
        List<String> workers = names.subList(1, names.size());
        for (String worker : workers) {
            LocalCluster cluster = start(settings, Connector.NETWORK);
            clusters.put(worker, cluster);
            links.add(worker, cluster);
        }
        String manager = names.getFirst();
        clusters.put(manager, start(settings, links));
        if (!workers.isEmpty()) {
            keepSecrets(site(manager), settings.namespace(), workers);
        }
    }

    private LocalCluster start(Configuration settings, Connector connector)
            throws StartupFailure, InterruptedException {
        return LocalCluster.start(
                SluiceCluster.on(ApiServerConfig.ephemeral().withPort(-1), settings, connector)
                        .withClock(clock)
                        .withoutPodRunner());
    }

    /// One Secret a worker, of its name.
    private void keepSecrets(Site manager, String namespace, Collection<String> workers) {
        ObjectNode owner = named("Namespace", namespace);
        manager.send("POST", "/api/v1/namespaces", "application/json", owner.toString());
        for (String worker : workers) {
            ObjectNode secret = named("Secret", worker);
            byte[] kubeconfig = links.kubeconfig(worker).getBytes(StandardCharsets.UTF_8);
            secret.putObject("data")
                    .put("kubeconfig", Base64.getEncoder().encodeToString(kubeconfig));
            manager.send(
                    "POST",
                    "/api/v1/namespaces/" + namespace + "/secrets",
                    "application/json",
                    secret.toString());
        }
    }

    private static ObjectNode named(String kind, String name) {
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        object.put("apiVersion", "v1").put("kind", kind).putObject("metadata").put("name", name);
        return object;
    }

    private static Configuration settings(Scenario scenario) {
        ObjectNode file = JsonNodeFactory.instance.objectNode();
        file.putObject("integrations").putArray("frameworks").add("batch/job").add("pod");
        if (scenario.clusters().size() > 1) {
            file.putObject("multiKueue")
                    .put("gcInterval", "3s")
                    .put("origin", "mgr")
                    .put("workerLostTimeout", "15s");
        }
        merge(file, scenario.config());
        try {
            return Configuration.read(file, FeatureGates.defaultsOfPeer());
        } catch (BadConfigurationException bad) {
            throw new ScenarioFault("the configuration is not supported: " + bad.getMessage());
        }
    }

    private static void merge(ObjectNode into, JsonNode more) {
        more.properties()
                .forEach(
                        entry -> {
                            if (into.get(entry.getKey()) instanceof ObjectNode inner
                                    && entry.getValue().isObject()) {
                                merge(inner, entry.getValue());
                            } else {
                                into.set(entry.getKey(), entry.getValue());
                            }
                        });
    }

    @Override
    public Site site(String cluster) {
        LocalCluster found = clusters.get(cluster);
        if (found == null) {
            throw new ScenarioFault(
                    "there is no cluster " + cluster + ", only " + clusters.keySet());
        }
        return new EmbeddedSite(found, this);
    }

    @Override
    public void reach(String worker, boolean open) {
        links.open(worker, open);
    }

    @Override
    public void settle() {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!isQuiet()) {
            if (System.nanoTime() > end) {
                throw new ScenarioFault("not quiet after " + PATIENCE + ": " + busyWith());
            }
            try {
                // Work is done by other threads, mostly within a millisecond.
                Thread.sleep(0, 200_000);
            } catch (InterruptedException stopped) {
                throw stopped(stopped);
            }
        }
    }

    /// Work in one cluster makes work in another, whichever is looked at first: all of them must be found quiet twice, with nothing
    /// written from the beginning to the end.
    private boolean isQuiet() {
        List<Long> revisions = revisions();
        return areQuiet() && (clusters.size() == 1 || areQuiet()) && revisions().equals(revisions);
    }

    private boolean areQuiet() {
        return clusters.values().stream().allMatch(LocalCluster::isQuiet) && links.areQuiet();
    }

    private List<Long> revisions() {
        return clusters.values().stream().map(cluster -> cluster.server().revision()).toList();
    }

    private List<String> busyWith() {
        List<String> busy = new ArrayList<>(links.busyWith());
        clusters.forEach(
                (name, cluster) -> {
                    if (!cluster.isQuiet()) {
                        busy.add(
                                name
                                        + " at revision "
                                        + cluster.server().revision()
                                        + ": "
                                        + cluster.cluster().busyWith());
                    }
                });
        return busy;
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

    /// The ways first: a worker's end is none that the manager sees.
    @Override
    public void close() {
        links.close();
        clusters.values().forEach(LocalCluster::close);
    }
}
