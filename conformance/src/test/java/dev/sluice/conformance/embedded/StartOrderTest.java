package dev.sluice.conformance.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.condition.Conditions;
import dev.sluice.api.config.Configuration;
import dev.sluice.api.v1beta2.ClusterQueue;
import dev.sluice.api.v1beta2.Workload;
import dev.sluice.apiserver.ApiServer;
import dev.sluice.apiserver.ApiServerConfig;
import dev.sluice.apiserver.StartupFailure;
import dev.sluice.apiserver.security.User;
import dev.sluice.controllers.workload.Facts;
import dev.sluice.localcluster.LocalClusterConfig;
import dev.sluice.localcluster.inprocess.InProcessConnection;
import dev.sluice.reconcile.Cluster;
import dev.sluice.reconcile.ManualClock;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Our controllers beside a Job controller that takes its time: here the test is the Job controller (L3.2, L3.3). A job
/// that starts before its stop was noted would never get the conditions and events of a start.
class StartOrderTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private static final String OBJECTS =
            """
            apiVersion: v1
            kind: Namespace
            metadata: {name: ns}
            ---
            apiVersion: kueue.x-k8s.io/v1beta2
            kind: ResourceFlavor
            metadata: {name: default}
            ---
            apiVersion: kueue.x-k8s.io/v1beta2
            kind: ClusterQueue
            metadata: {name: cq}
            spec:
              namespaceSelector: {}
              resourceGroups:
              - coveredResources: [cpu]
                flavors:
                - name: default
                  resources: [{name: cpu, nominalQuota: 1}]
            ---
            apiVersion: kueue.x-k8s.io/v1beta2
            kind: LocalQueue
            metadata: {name: lq, namespace: ns}
            spec: {clusterQueue: cq}
            """;

    private static final String JOB =
            """
            apiVersion: batch/v1
            kind: Job
            metadata:
              name: a
              namespace: ns
              labels: {kueue.x-k8s.io/queue-name: lq}
            spec:
              suspend: true
              template:
                spec:
                  restartPolicy: Never
                  containers:
                  - name: c
                    image: registry.example.com/work:1
                    resources: {requests: {cpu: 1}}
            """;

    private final ManualClock clock = new ManualClock(Instant.parse("2026-01-01T00:00:00Z"));
    private final ApiServer server;
    private final InProcessConnection connection;
    private final Cluster cluster;

    StartOrderTest() throws StartupFailure, InterruptedException {
        LocalClusterConfig whole =
                SluiceCluster.on(
                        ApiServerConfig.ephemeral().withPort(-1), Configuration.defaults());
        server = ApiServer.start(whole.server().withClock(clock));
        connection =
                new InProcessConnection(
                        server::handle,
                        new User("controllers", "", Set.of(User.MASTERS, "system:authenticated")));
        whole.prepare().forEach(step -> step.accept(connection.client()));
        cluster = new Cluster(connection.client(), clock);
        whole.controllers().forEach(controller -> controller.accept(cluster, server.kinds()));
        cluster.start();
        create(OBJECTS);
        create(JOB);
    }

    @AfterEach
    void stop() {
        cluster.close();
        connection.close();
        server.close();
    }

    @Test
    void anAdmittedJobStartsWhenItsControllerHasNotedTheSuspension() throws Exception {
        assertThat(condition("Admitted")).isEqualTo("True");
        assertThat(job().getSpec().getSuspend()).isTrue();

        note("Suspended", "True");

        assertThat(job().getSpec().getSuspend()).isFalse();
    }

    @Test
    void quotaComesBackWhenTheControllerHasNotedTheStop() throws Exception {
        note("Suspended", "True");
        note("Suspended", "False");

        stopQueue();

        assertThat(job().getSpec().getSuspend()).isTrue();
        assertThat(condition("Evicted")).isEqualTo("True");
        assertThat(condition("QuotaReserved")).isEqualTo("True");

        note("Suspended", "True");

        assertThat(condition("QuotaReserved")).isEqualTo("False");
    }

    private void create(String manifests) throws InterruptedException {
        connection
                .client()
                .load(new ByteArrayInputStream(manifests.getBytes(StandardCharsets.UTF_8)))
                .create();
        settle();
    }

    private void stopQueue() throws InterruptedException {
        connection
                .client()
                .resources(ClusterQueue.class)
                .withName("cq")
                .patch(
                        PatchContext.of(PatchType.JSON_MERGE),
                        "{\"spec\": {\"stopPolicy\": \"HoldAndDrain\"}}");
        settle();
    }

    /// Plays the Job controller.
    private void note(String type, String status) throws InterruptedException {
        connection
                .client()
                .batch()
                .v1()
                .jobs()
                .inNamespace("ns")
                .withName("a")
                .subresource("status")
                .patch(
                        PatchContext.of(PatchType.JSON_MERGE),
                        """
                        {"status": {"conditions": [{"type": "%s", "status": "%s"}]}}"""
                                .formatted(type, status));
        settle();
    }

    private Job job() {
        return connection.client().batch().v1().jobs().inNamespace("ns").withName("a").get();
    }

    private String condition(String type) {
        Workload workload =
                connection
                        .client()
                        .resources(Workload.class)
                        .inNamespace("ns")
                        .list()
                        .getItems()
                        .getFirst();
        return Objects.requireNonNull(Conditions.find(Facts.conditions(workload), type), type)
                .getStatus();
    }

    private void settle() throws InterruptedException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!isQuiet()) {
            assertThat(System.nanoTime()).as("not quiet: %s", cluster.busyWith()).isLessThan(end);
            Thread.onSpinWait();
        }
    }

    private boolean isQuiet() {
        long revision = server.revision();
        return cluster.quiet()
                && connection.isCaughtUp()
                && cluster.quiet()
                && server.revision() == revision;
    }
}
