package dev.sluice.conformance.gates;

import dev.sluice.api.v1beta2.Workload;
import dev.sluice.controllers.workload.Facts;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.events.v1.Event;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// A stage on which Deployments and StatefulSets are queued, and no other pods: in the queue `q`, with 4 CPUs. Pods run for ever.
final class ServingStage implements AutoCloseable {
    private static final String FRAMEWORKS =
            "integrations: {frameworks: [batch/job, deployment, statefulset]}\n";
    private static final PatchContext MERGE = PatchContext.of(PatchType.JSON_MERGE);

    private final Stage stage;

    private ServingStage(Stage stage) {
        this.stage = stage;
    }

    static ServingStage open() throws Exception {
        return with("");
    }

    /// @param configuration the rest of the file
    static ServingStage with(String configuration) throws Exception {
        return new ServingStage(Stage.withPods(FRAMEWORKS + configuration).queue("q", 4, ""));
    }

    Stage stage() {
        return stage;
    }

    /// A StatefulSet `s` in the queue, whose pods come at once and ask for one CPU each.
    ///
    /// @param metadata more of its metadata, as YAML for a place between braces
    ServingStage statefulSet(int replicas, String metadata) throws Exception {
        return statefulSet(replicas, metadata, "podManagementPolicy: Parallel");
    }

    /// @param spec a line of its spec
    ServingStage statefulSet(int replicas, String metadata, String spec) throws Exception {
        return create("StatefulSet", "s", replicas, metadata, spec);
    }

    /// A Deployment `d` in the queue, of pods of one CPU.
    ServingStage deployment(int replicas, String metadata) throws Exception {
        return create(
                "Deployment",
                "d",
                replicas,
                metadata,
                "strategy: {rollingUpdate: {maxSurge: 0, maxUnavailable: 1}}");
    }

    private ServingStage create(
            String kind, String name, int replicas, String metadata, String spec) throws Exception {
        stage.create(
                """
                apiVersion: apps/v1
                kind: %1$s
                metadata:
                  name: %2$s
                  namespace: ns
                  labels: {kueue.x-k8s.io/queue-name: q}
                  %3$s
                spec:
                  replicas: %4$d
                  selector: {matchLabels: {app: %2$s}}
                  %5$s
                  template:
                    metadata: {labels: {app: %2$s}}
                    spec:
                      terminationGracePeriodSeconds: 10
                      containers:
                      - name: c
                        image: registry.example.com/work:1
                        resources: {requests: {cpu: "1"}}
                """
                        .formatted(kind, name, metadata, replicas, spec));
        return later();
    }

    /// Lets pods start and end.
    ServingStage later() throws Exception {
        stage.settle().after(Duration.ofSeconds(40));
        return this;
    }

    StatefulSet set() {
        return stage.client().apps().statefulSets().inNamespace("ns").withName("s").get();
    }

    /// @param patch a merge patch
    ServingStage patchSet(String patch) throws Exception {
        stage.client().apps().statefulSets().inNamespace("ns").withName("s").patch(MERGE, patch);
        return later();
    }

    ServingStage patchDeployment(String patch) throws Exception {
        stage.client()
                .resources(Deployment.class)
                .inNamespace("ns")
                .withName("d")
                .patch(MERGE, patch);
        return later();
    }

    ServingStage replicas(int wanted) throws Exception {
        return patchSet("{\"spec\": {\"replicas\": " + wanted + "}}");
    }

    ServingStage patchWorkload(String patch) throws Exception {
        stage.client()
                .resources(Workload.class)
                .inNamespace("ns")
                .withName(Facts.name(workload()))
                .patch(MERGE, patch);
        return later();
    }

    /// Those that no Job has made, by name.
    List<Pod> pods() {
        return stage.client().pods().inNamespace("ns").withLabel("app").list().getItems().stream()
                .sorted(Comparator.comparing((Pod pod) -> pod.getMetadata().getName()))
                .toList();
    }

    List<String> phases() {
        return pods().stream().map(pod -> pod.getStatus().getPhase()).toList();
    }

    /// Whether all pods wait for an admission.
    boolean allGated() {
        return pods().stream()
                .allMatch(
                        pod ->
                                pod.getSpec().getSchedulingGates().stream()
                                        .anyMatch(
                                                gate ->
                                                        gate.getName()
                                                                .equals(
                                                                        "kueue.x-k8s.io/admission")));
    }

    static String cpu(PodSpec spec) {
        ResourceRequirements resources = spec.getContainers().getFirst().getResources();
        return String.valueOf(resources.getRequests().get("cpu"));
    }

    static String image(Pod pod) {
        return pod.getSpec().getContainers().getFirst().getImage();
    }

    /// The only Workload.
    Workload workload() {
        List<Workload> workloads = stage.workloads();
        if (workloads.size() != 1) {
            throw new AssertionError("one Workload was expected, there are " + workloads);
        }
        return workloads.getFirst();
    }

    /// Why it has no quota; empty when it has.
    String waitsFor() {
        return Facts.conditions(workload()).stream()
                .filter(condition -> condition.getType().equals("QuotaReserved"))
                .filter(condition -> condition.getStatus().equals("False"))
                .map(condition -> condition.getReason())
                .findFirst()
                .orElse("");
    }

    /// Notes of the events about an object.
    List<String> notes(String reason, HasMetadata about) {
        return stage.client().resources(Event.class).inNamespace("ns").list().getItems().stream()
                .filter(event -> event.getReason().equals(reason))
                .filter(
                        event ->
                                Optional.ofNullable(event.getRegarding().getUid())
                                        .filter(about.getMetadata().getUid()::equals)
                                        .isPresent())
                .map(Event::getNote)
                .toList();
    }

    Deployment deployment() {
        return stage.client().resources(Deployment.class).inNamespace("ns").withName("d").get();
    }

    @Override
    public void close() {
        stage.close();
    }
}
