package dev.sluice.conformance.gates;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.sluice.api.condition.Conditions;
import dev.sluice.api.condition.WorkloadConditions;
import dev.sluice.api.config.Configuration;
import dev.sluice.api.feature.FeatureGates;
import dev.sluice.api.v1beta2.Workload;
import dev.sluice.apiserver.ApiServerConfig;
import dev.sluice.apiserver.StartupFailure;
import dev.sluice.conformance.embedded.SluiceCluster;
import dev.sluice.controllers.workload.Facts;
import dev.sluice.localcluster.LocalCluster;
import dev.sluice.localcluster.LocalClusterConfig;
import dev.sluice.reconcile.ManualClock;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.events.v1.Event;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/// All of Sluice in this process, in memory, on a clock that the test turns; with a namespace `ns`.
final class Stage implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final PatchContext MERGE = PatchContext.of(PatchType.JSON_MERGE);

    private final ManualClock clock = new ManualClock(Instant.parse("2026-01-01T00:00:00Z"));
    private final LocalCluster cluster;

    Stage(Configuration settings) throws StartupFailure, InterruptedException {
        this(settings, false);
    }

    /// @param runsPods whether pods start, run and end by themselves
    private Stage(Configuration settings, boolean runsPods)
            throws StartupFailure, InterruptedException {
        LocalClusterConfig whole =
                SluiceCluster.on(ApiServerConfig.ephemeral().withPort(-1), settings)
                        .withClock(clock);
        cluster = LocalCluster.start(runsPods ? whole : whole.withoutPodRunner());
        create("apiVersion: v1\nkind: Namespace\nmetadata: {name: ns}\n");
    }

    /// With the gates as they are by default.
    static Stage open() throws StartupFailure, InterruptedException {
        return new Stage(Configuration.defaults());
    }

    /// @param configuration the file
    static Stage with(String configuration) throws StartupFailure, InterruptedException {
        return new Stage(Configuration.read(configuration, FeatureGates.defaults()));
    }

    /// A stage whose pods run: for ever, or as long as the command `sleep` says.
    ///
    /// @param configuration the file
    static Stage withPods(String configuration) throws StartupFailure, InterruptedException {
        return new Stage(Configuration.read(configuration, FeatureGates.defaults()), true);
    }

    static Stage with(Map<String, Boolean> gates) throws StartupFailure, InterruptedException {
        return new Stage(Configuration.read("", FeatureGates.defaults().with(gates)));
    }

    /// A ClusterQueue with this much of `cpu` in one flavor, and a LocalQueue of the same name.
    Stage queue(String name, int cpus, String more) throws InterruptedException {
        return create(
                """
                apiVersion: kueue.x-k8s.io/v1beta2
                kind: ResourceFlavor
                metadata: {name: %1$s}
                ---
                apiVersion: kueue.x-k8s.io/v1beta2
                kind: ClusterQueue
                metadata: {name: %1$s}
                spec:
                  namespaceSelector: {}
                  resourceGroups:
                  - coveredResources: [cpu]
                    flavors:
                    - name: %1$s
                      resources: [{name: cpu, nominalQuota: %2$d}]
                %3$s
                ---
                apiVersion: kueue.x-k8s.io/v1beta2
                kind: LocalQueue
                metadata: {name: %1$s, namespace: ns}
                spec: {clusterQueue: %1$s}
                """
                        .formatted(name, cpus, more.indent(2)));
    }

    /// A Job of one pod.
    ///
    /// @param annotations as YAML in braces
    Stage job(String name, String queue, String cpu, String annotations)
            throws InterruptedException {
        return create(manifest(name, queue, cpu, annotations));
    }

    /// A Workload of one pod with one CPU, in the queue `q`, that no job of this test has asked for.
    ///
    /// @param metadata more of it, as YAML for a place between braces
    /// @param spec more lines of it, as YAML without indentation; may be empty
    Stage createWorkload(String name, String metadata, String spec) throws InterruptedException {
        return create(
                """
                apiVersion: kueue.x-k8s.io/v1beta2
                kind: Workload
                metadata: {name: %s, namespace: ns%s}
                spec:
                  queueName: q
                  podSets:
                  - name: main
                    count: 1
                    template:
                      spec:
                        restartPolicy: Never
                        containers:
                        - name: c
                          image: registry.example.com/work:1
                          resources: {requests: {cpu: "1"}}
                %s
                """
                        .formatted(
                                name, metadata.isEmpty() ? "" : ", " + metadata, spec.indent(2)));
    }

    static String manifest(String name, String queue, String cpu, String annotations) {
        return """
                apiVersion: batch/v1
                kind: Job
                metadata:
                  name: %s
                  namespace: ns
                  labels: {kueue.x-k8s.io/queue-name: %s}
                  annotations: %s
                spec:
                  template:
                    spec:
                      restartPolicy: Never
                      containers:
                      - name: c
                        image: registry.example.com/work:1
                        resources: {requests: {cpu: "%s"}}
                """
                .formatted(name, queue, annotations, cpu);
    }

    Stage create(String manifests) throws InterruptedException {
        cluster.client()
                .load(new ByteArrayInputStream(manifests.getBytes(StandardCharsets.UTF_8)))
                .create();
        return settle();
    }

    Stage patchJob(String name, String patch) throws InterruptedException {
        client().batch().v1().jobs().inNamespace("ns").withName(name).patch(MERGE, patch);
        return settle();
    }

    Stage patchWorkload(String job, String patch) throws InterruptedException {
        String name = workload(job).orElseThrow().getMetadata().getName();
        client().resources(Workload.class).inNamespace("ns").withName(name).patch(MERGE, patch);
        return settle();
    }

    /// Removes the annotation from the job.
    Stage without(String annotation, String job) throws InterruptedException {
        return patchJob(job, annotated(annotation, "null"));
    }

    /// A merge patch of one annotation.
    ///
    /// @param value as JSON
    static String annotated(String annotation, String value) {
        return "{\"metadata\": {\"annotations\": {\"%s\": %s}}}".formatted(annotation, value);
    }

    /// What a server says that refuses.
    String refusal(Attempt attempt) {
        KubernetesClientException refused =
                catchThrowableOfType(KubernetesClientException.class, attempt::run);
        assertThat(refused).as("it was not refused").isNotNull();
        return refused.getStatus().getMessage();
    }

    /// Something that may be refused.
    interface Attempt {
        void run() throws Exception;
    }

    Job job(String name) {
        return client().batch().v1().jobs().inNamespace("ns").withName(name).get();
    }

    /// The Workload of a job.
    Optional<Workload> workload(String job) {
        return workloads().stream()
                .filter(
                        w ->
                                Facts.controllerOf(w)
                                        .filter(owner -> owner.getName().equals(job))
                                        .isPresent())
                .findFirst();
    }

    List<Workload> workloads() {
        return client().resources(Workload.class).inNamespace("ns").list().getItems();
    }

    boolean admitted(String job) {
        return workload(job).filter(Facts::admitted).isPresent();
    }

    boolean evicted(String job) {
        return workload(job).filter(Facts::evicted).isPresent();
    }

    Condition quotaReserved(String job) {
        return Objects.requireNonNull(
                Conditions.find(
                        Facts.conditions(workload(job).orElseThrow()),
                        WorkloadConditions.QUOTA_RESERVED));
    }

    /// Notes of the events of this reason about the job or its Workload.
    List<String> notes(String reason, String job) {
        String workload = workload(job).map(Facts::name).orElse(job);
        return client().resources(Event.class).inNamespace("ns").list().getItems().stream()
                .filter(event -> event.getReason().equals(reason))
                .filter(
                        event ->
                                event.getRegarding().getName().equals(job)
                                        || event.getRegarding().getName().equals(workload))
                .map(Event::getNote)
                .toList();
    }

    Stage after(Duration time) throws InterruptedException {
        Instant until = clock.instant().plus(time);
        while (clock.nextAlarm().filter(alarm -> !alarm.isAfter(until)).isPresent()) {
            clock.advanceTo(clock.nextAlarm().get());
            settle();
        }
        clock.advanceTo(until);
        return settle();
    }

    KubernetesClient client() {
        return cluster.client();
    }

    Stage settle() throws InterruptedException {
        cluster.awaitQuiet(PATIENCE);
        return this;
    }

    @Override
    public void close() {
        cluster.close();
    }
}
