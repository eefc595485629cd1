package dev.sluice.conformance.gates;

import dev.sluice.api.v1beta2.Workload;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A stage on which pods are queued: in the queue `q`, with 4 CPUs.
final class PodStage implements AutoCloseable {
    private static final String FRAMEWORKS = "integrations: {frameworks: [batch/job, pod]}\n";
    private static final String GROUP = "kueue.x-k8s.io/pod-group-name: g";
    private static final String TOTAL = "kueue.x-k8s.io/pod-group-total-count: '2'";

    private final Stage stage;

    private PodStage(Stage stage) {
        this.stage = stage;
    }

    static PodStage open() throws Exception {
        return with("");
    }

    /// @param configuration the rest of the file
    static PodStage with(String configuration) throws Exception {
        return new PodStage(Stage.withPods(FRAMEWORKS + configuration).queue("q", 4, ""));
    }

    Stage stage() {
        return stage;
    }

    /// A pod of one CPU that sleeps as long as it may.
    ///
    /// @param labels as YAML for a place between braces
    /// @param annotations as well
    PodStage pod(String name, String labels, String annotations) throws Exception {
        stage.create(manifest(name, labels, annotations));
        return this;
    }

    /// A pod in the queue, of its own.
    PodStage queued(String name, String annotations) throws Exception {
        return pod(name, "kueue.x-k8s.io/queue-name: q", annotations);
    }

    /// A pod of the group `g`, which has two.
    PodStage member(String name, String annotations) throws Exception {
        return pod(
                name,
                "kueue.x-k8s.io/queue-name: q, " + GROUP,
                annotations.isEmpty() ? TOTAL : TOTAL + ", " + annotations);
    }

    static String manifest(String name, String labels, String annotations) {
        return """
                apiVersion: v1
                kind: Pod
                metadata:
                  name: %s
                  namespace: ns
                  labels: {%s}
                  annotations: {%s}
                spec:
                  restartPolicy: Never
                  containers:
                  - name: c
                    image: registry.example.com/work:1
                    command: [sleep, infinity]
                    resources: {requests: {cpu: "1"}}
                """
                .formatted(name, labels, annotations);
    }

    PodStage patch(String pod, String patch) throws Exception {
        stage.client()
                .pods()
                .inNamespace("ns")
                .withName(pod)
                .patch(PatchContext.of(PatchType.JSON_MERGE), patch);
        stage.settle();
        return this;
    }

    PodStage delete(String pod) throws Exception {
        stage.client().pods().inNamespace("ns").withName(pod).delete();
        stage.settle();
        return this;
    }

    PodStage deleteWorkload(String name) throws Exception {
        stage.client().resources(Workload.class).inNamespace("ns").withName(name).delete();
        stage.settle();
        return this;
    }

    PodStage deactivate(String workload) throws Exception {
        stage.client()
                .resources(Workload.class)
                .inNamespace("ns")
                .withName(workload)
                .patch(PatchContext.of(PatchType.JSON_MERGE), "{\"spec\": {\"active\": false}}");
        stage.settle();
        return this;
    }

    /// Lets pods start and end.
    PodStage later() throws Exception {
        stage.after(Duration.ofSeconds(40));
        return this;
    }

    Pod pod(String name) {
        return Objects.requireNonNull(found(name), name);
    }

    @Nullable Pod found(String name) {
        return stage.client().pods().inNamespace("ns").withName(name).get();
    }

    @Nullable Workload workload(String name) {
        return stage.client().resources(Workload.class).inNamespace("ns").withName(name).get();
    }

    List<String> gates(String pod) {
        return pod(pod).getSpec().getSchedulingGates().stream()
                .map(gate -> gate.getName())
                .toList();
    }

    String phase(String pod) {
        return pod(pod).getStatus().getPhase();
    }

    @Override
    public void close() {
        stage.close();
    }
}
