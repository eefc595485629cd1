package dev.sluice.controllers.pod;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.Arrays;
import java.util.List;

/// Pods for tests: gated ones of the group `g` of two, with one CPU, role `r`, in the queue `lq`.
final class SomePod {
    private static final String OURS = "kueue.x-k8s.io/";

    private final PodBuilder pod;

    private SomePod(String name) {
        pod =
                new PodBuilder()
                        .withNewMetadata()
                        .withNamespace("ns")
                        .withName(name)
                        .withUid("uid-" + name)
                        .withResourceVersion("1")
                        .withCreationTimestamp("2026-01-01T00:00:00Z")
                        .addToLabels(OURS + "managed", "true")
                        .addToLabels(OURS + "queue-name", "lq")
                        .addToLabels(OURS + "pod-group-name", "g")
                        .addToAnnotations(OURS + "pod-group-total-count", "2")
                        .addToAnnotations(OURS + "role-hash", "r")
                        .addToFinalizers(OURS + "managed")
                        .endMetadata()
                        .withNewSpec()
                        .addNewContainer()
                        .withName("c")
                        .withImage("registry.example.com/work:1")
                        .withNewResources()
                        .addToRequests("cpu", new Quantity("1"))
                        .endResources()
                        .endContainer()
                        .addNewSchedulingGate(OURS + "admission")
                        .endSpec()
                        .withNewStatus()
                        .withPhase("Pending")
                        .endStatus();
    }

    static SomePod gated(String name) {
        return new SomePod(name);
    }

    static SomePod running(String name) {
        SomePod running = new SomePod(name).ungated().phase("Running");
        running.pod
                .editStatus()
                .addNewCondition()
                .withType("Ready")
                .withStatus("True")
                .endCondition()
                .endStatus();
        return running;
    }

    /// It was started and is over.
    static SomePod over(String name, String phase) {
        return new SomePod(name).ungated().phase(phase);
    }

    private SomePod ungated() {
        pod.editSpec().withSchedulingGates(List.of()).withNodeName("node-1").endSpec();
        return this;
    }

    SomePod phase(String phase) {
        pod.editStatus().withPhase(phase).endStatus();
        return this;
    }

    SomePod created(String time) {
        pod.editMetadata().withCreationTimestamp(time).endMetadata();
        return this;
    }

    SomePod deleted(String due) {
        pod.editMetadata().withDeletionTimestamp(due).endMetadata();
        return this;
    }

    SomePod label(String key, String value) {
        pod.editMetadata().addToLabels(OURS + key, value).endMetadata();
        return this;
    }

    SomePod annotation(String key, String value) {
        pod.editMetadata().addToAnnotations(OURS + key, value).endMetadata();
        return this;
    }

    SomePod withoutFinalizer() {
        pod.editMetadata().withFinalizers(List.of()).endMetadata();
        return this;
    }

    Pod build() {
        return pod.build();
    }

    static PodJob group(SomePod... pods) {
        return PodJob.ofGroup("g", Arrays.stream(pods).map(SomePod::build).toList());
    }
}
