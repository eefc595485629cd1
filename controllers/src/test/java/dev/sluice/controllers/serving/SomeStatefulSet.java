package dev.sluice.controllers.serving;

import dev.sluice.api.config.Configuration;
import dev.sluice.api.name.Annotations;
import dev.sluice.api.v1beta2.Workload;
import dev.sluice.controllers.job.Composer;
import dev.sluice.controllers.job.Injection;
import dev.sluice.controllers.job.JobStep;
import dev.sluice.controllers.job.JobView;
import dev.sluice.controllers.job.JobWants;
import dev.sluice.controllers.job.Priority;
import dev.sluice.controllers.pod.PodFacts;
import dev.sluice.controllers.pod.PodJob;
import dev.sluice.controllers.workload.SomeWorkload;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSetBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A StatefulSet for tests: `s`, in the queue `lq`, of two pods with one CPU that come at once. Its pods are gated.
public final class SomeStatefulSet {
    static final String WORKLOAD = "statefulset-s-12345";
    private static final String CREATED = "2026-01-01T00:00:00Z";

    private final StatefulSetBuilder set;
    private final List<Pod> pods = new ArrayList<>();
    private @Nullable Workload workload;
    private Configuration settings = SomeWorkload.SETTINGS;
    private Priority.Known priority = new Priority.Known(0, null);

    private SomeStatefulSet() {
        set =
                new StatefulSetBuilder()
                        .withNewMetadata()
                        .withNamespace("ns")
                        .withName("s")
                        .withUid("uid-s")
                        .withGeneration(1L)
                        .withCreationTimestamp(CREATED)
                        .addToLabels("kueue.x-k8s.io/queue-name", "lq")
                        .endMetadata()
                        .withNewSpec()
                        .withReplicas(2)
                        .withPodManagementPolicy("Parallel")
                        .withNewTemplate()
                        .withNewSpec()
                        .addNewContainer()
                        .withName("c")
                        .withImage("registry.example.com/work:1")
                        .withNewResources()
                        .addToRequests("cpu", new Quantity("1"))
                        .endResources()
                        .endContainer()
                        .endSpec()
                        .endTemplate()
                        .endSpec();
    }

    static SomeStatefulSet queued() {
        return new SomeStatefulSet();
    }

    /// The next step about one with these annotations and this Workload.
    public static JobStep next(
            Map<String, String> annotations,
            @Nullable Workload known,
            Priority.Known priority,
            Configuration settings) {
        SomeStatefulSet some = new SomeStatefulSet();
        some.set.editMetadata().addToAnnotations(annotations).endMetadata();
        some.workload = known;
        some.priority = priority;
        some.settings = settings;
        return ((StatefulSetStep.OfJob) some.next()).step();
    }

    SomeStatefulSet replicas(int replicas) {
        set.editSpec().withReplicas(replicas).endSpec();
        return this;
    }

    SomeStatefulSet oneByOne() {
        set.editSpec().withPodManagementPolicy("OrderedReady").endSpec();
        return this;
    }

    SomeStatefulSet annotation(String key, String value) {
        set.editMetadata().addToAnnotations(key, value).endMetadata();
        return this;
    }

    SomeStatefulSet label(String key, String value) {
        set.editMetadata().addToLabels(key, value).endMetadata();
        return this;
    }

    /// A rollout from the revision `old` to `new` is under way.
    SomeStatefulSet rollsOut(int partition) {
        set.editSpec()
                .withNewUpdateStrategy()
                .withType("RollingUpdate")
                .withNewRollingUpdate()
                .withPartition(partition)
                .endRollingUpdate()
                .endUpdateStrategy()
                .endSpec()
                .withNewStatus()
                .withCurrentRevision("old")
                .withUpdateRevision("new")
                .endStatus();
        return this;
    }

    /// With a gated pod that nobody has told of its group.
    SomeStatefulSet pod(int index, String revision, String created) {
        pods.add(gated(index, revision, created));
        return this;
    }

    SomeStatefulSet pod(int index) {
        return pod(index, "old", CREATED);
    }

    /// With a gated pod that knows its group.
    SomeStatefulSet member(int index) {
        pods.add(view().marks().on(gated(index, "old", CREATED)));
        return this;
    }

    /// With a pod that was started.
    SomeStatefulSet running(int index, @Nullable String deleted) {
        pods.add(
                new PodBuilder(view().marks().on(gated(index, "old", CREATED)))
                        .editMetadata()
                        .withDeletionTimestamp(deleted)
                        .endMetadata()
                        .editSpec()
                        .withSchedulingGates(List.of())
                        .withNodeName("node-1")
                        .endSpec()
                        .withNewStatus()
                        .withPhase("Running")
                        .endStatus()
                        .build());
        return this;
    }

    private static Pod gated(int index, String revision, String created) {
        return new PodBuilder()
                .withNewMetadata()
                .withNamespace("ns")
                .withName("s-" + index)
                .withUid("uid-s-" + index)
                .withCreationTimestamp(created)
                .addToLabels("controller-revision-hash", revision)
                .addToLabels("apps.kubernetes.io/pod-index", Integer.toString(index))
                .addToAnnotations(Annotations.POD_SUSPENDING_PARENT, "statefulset")
                .endMetadata()
                .withNewSpec()
                .addNewSchedulingGate("kueue.x-k8s.io/admission")
                .endSpec()
                .withNewStatus()
                .withPhase("Pending")
                .endStatus()
                .build();
    }

    /// With the Workload that is made for it, changed by nobody yet.
    SomeStatefulSet withWorkload() {
        workload = made();
        return this;
    }

    SomeStatefulSet workload(Workload known) {
        workload = known;
        return this;
    }

    Workload made() {
        return view().view().composed().apply(priority);
    }

    List<Pod> pods() {
        return List.copyOf(pods);
    }

    StatefulSetStep next() {
        return StatefulSetPlan.next(view());
    }

    private StatefulSetView view() {
        StatefulSet built = set.build();
        JobWants wants = JobWants.of(built, true, true, false);
        List<Pod> members = pods.stream().filter(PodFacts::managed).toList();
        PodJob group = members.isEmpty() ? null : PodJob.ofGroup(WORKLOAD, members);
        var podSets = List.of(StatefulSetWorkload.podSet(built, false));
        return new StatefulSetView(
                built,
                pods,
                group,
                PodMarks.of(wants, WORKLOAD, SetFacts.replicas(built), true),
                workload,
                new JobView(
                        built,
                        StatefulSetViews.REPORTER,
                        true,
                        true,
                        group != null && group.active(SomeWorkload.NOW, false),
                        null,
                        false,
                        true,
                        podSets,
                        List.of(),
                        null,
                        true,
                        wants,
                        workload == null ? List.of() : List.of(workload),
                        null,
                        () -> priority,
                        known ->
                                StatefulSetWorkload.of(
                                        built,
                                        new Composer(settings)
                                                .workload(
                                                        StatefulSetViews.KIND,
                                                        StatefulSetViews.GROUP,
                                                        built,
                                                        wants,
                                                        podSets,
                                                        known,
                                                        false)),
                        known -> new Injection.Ready(List.of()),
                        settings,
                        SomeWorkload.NOW));
    }
}
