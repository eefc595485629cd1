package dev.sluice.conformance.embedded;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.api.access.Roles;
import dev.sluice.api.config.Configuration;
import dev.sluice.api.crd.Crds;
import dev.sluice.api.feature.FeatureGate;
import dev.sluice.apiserver.ApiServerConfig;
import dev.sluice.apiserver.admission.AdmissionPlugin;
import dev.sluice.apiserver.kind.KindRegistry;
import dev.sluice.controllers.ControlPlane;
import dev.sluice.controllers.event.EventRecorder;
import dev.sluice.controllers.multicluster.Connector;
import dev.sluice.controllers.pod.QueuedPods;
import dev.sluice.controllers.scheduling.PodExplanations;
import dev.sluice.controllers.scheduling.Scheduling;
import dev.sluice.localcluster.LocalClusterConfig;
import dev.sluice.podscheduler.plugins.DefaultPlugins;
import dev.sluice.reconcile.Cluster;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The whole of Sluice in one process: a local cluster with our kinds, our checks on what is written, our controllers and our pod
/// scheduler. This is the page on which everything is put together.
public final class SluiceCluster {
    private static final String INSTANCE = "sluice";

    private static final String DEFINITIONS =
            "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

    private SluiceCluster() {}

    /// Sluice on a server.
    ///
    /// @param server where its data lie and where it listens
    /// @param settings what the controllers are told
    public static LocalClusterConfig on(ApiServerConfig server, Configuration settings) {
        return on(server, settings, Connector.NETWORK);
    }

    /// Sluice on a server, as the manager of worker clusters that it reaches in a way of its own.
    public static LocalClusterConfig on(
            ApiServerConfig server, Configuration settings, Connector connector) {
        List<AdmissionPlugin> admission = new ArrayList<>(server.admission());
        admission.add(new WebhookPlugin(settings));
        AtomicReference<@Nullable ControlPlane> running = new AtomicReference<>();
        boolean gangs = settings.gates().isOn(FeatureGate.GANG_SCHEDULING);
        LocalClusterConfig whole =
                LocalClusterConfig.on(server.withAdmission(admission))
                        .prepared(client -> defineKinds(client, gangs))
                        .prepared(SluiceCluster::grantRights)
                        .withServed(
                                (cluster, kinds) ->
                                        running.set(queueJobs(cluster, kinds, settings, connector)))
                        .withServed(
                                (cluster, kinds) ->
                                        schedulePods(
                                                cluster,
                                                kinds,
                                                gangs,
                                                () -> queuedPods(running.get())));
        return settings.serving().metricsAddress().equals("0")
                ? whole
                : whole.withPage("/metrics", () -> metrics(running.get()));
    }

    private static String metrics(@Nullable ControlPlane running) {
        return running == null ? "" : running.metrics().text();
    }

    private static Optional<QueuedPods> queuedPods(@Nullable ControlPlane running) {
        return Optional.ofNullable(running).flatMap(ControlPlane::queuedPods);
    }

    private static ControlPlane queueJobs(
            Cluster cluster, KindRegistry kinds, Configuration settings, Connector connector) {
        ControlPlane plane = ControlPlane.on(cluster, settings, connector);
        if (settings.gates().isOn(FeatureGate.VISIBILITY_ON_DEMAND)) {
            new Visibility(plane.pendingWorkloads(), plane.explanations()).serveOn(kinds);
        }
        return plane;
    }

    private static void schedulePods(
            Cluster cluster,
            KindRegistry kinds,
            boolean gangs,
            Supplier<Optional<QueuedPods>> queued) {
        Scheduling scheduling =
                new Scheduling(
                        cluster,
                        new EventRecorder(cluster, INSTANCE),
                        gangs ? DefaultPlugins.withGangs() : DefaultPlugins.profile());
        new PodVisibility(new PodExplanations(scheduling, queued)).serveOn(kinds);
    }

    /// Creates the definitions of our kinds; those of an older Sluice are brought up to date.
    private static void defineKinds(KubernetesClient client, boolean gangs) {
        List<ObjectNode> definitions = new ArrayList<>(Crds.all());
        if (gangs) {
            definitions.add(Crds.podGroups());
        }
        for (ObjectNode definition : definitions) {
            CustomResourceDefinition known =
                    client.apiextensions()
                            .v1()
                            .customResourceDefinitions()
                            .withName(definition.at("/metadata/name").asText())
                            .get();
            if (known == null) {
                // as it is: a start need not make a model of each schema
                client.raw(DEFINITIONS, "POST", definition);
                continue;
            }
            CustomResourceDefinition wanted =
                    client.getKubernetesSerialization()
                            .convertValue(definition, CustomResourceDefinition.class);
            if (!Objects.equals(known.getSpec().getVersions(), wanted.getSpec().getVersions())) {
                known.setSpec(wanted.getSpec());
                client.resource(known).update();
            }
        }
    }

    /// Creates the roles of those who use queues; one that is there already is brought up to date, but keeps what others
    /// have added to its labels.
    private static void grantRights(KubernetesClient client) {
        for (ObjectNode role : Roles.all()) {
            ClusterRole wanted =
                    client.getKubernetesSerialization().convertValue(role, ClusterRole.class);
            var there = client.rbac().clusterRoles().withName(wanted.getMetadata().getName());
            ClusterRole known = there.get();
            if (known == null) {
                client.resource(wanted).create();
                continue;
            }
            Map<String, String> labels =
                    new TreeMap<>(
                            Objects.requireNonNullElse(known.getMetadata().getLabels(), Map.of()));
            labels.putAll(Objects.requireNonNullElse(wanted.getMetadata().getLabels(), Map.of()));
            if (wanted.getAggregationRule() != null) {
                // the rules are kept by the controller that aggregates
                wanted.setRules(known.getRules());
            }
            boolean current =
                    labels.equals(known.getMetadata().getLabels())
                            && Objects.equals(known.getRules(), wanted.getRules());
            if (!current) {
                known.getMetadata().setLabels(labels);
                known.setRules(wanted.getRules());
                client.resource(known).update();
            }
        }
    }
}
