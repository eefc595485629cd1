package dev.sluice.controllers.multicluster;

import static dev.sluice.controllers.workload.SomeWorkload.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.condition.Conditions;
import dev.sluice.api.condition.WorkloadConditions;
import dev.sluice.api.config.Configuration;
import dev.sluice.api.feature.FeatureGates;
import dev.sluice.api.name.PreemptionGates;
import dev.sluice.api.v1beta2.AdmissionCheckState;
import dev.sluice.api.v1beta2.CheckState;
import dev.sluice.api.v1beta2.PreemptionGate;
import dev.sluice.api.v1beta2.Workload;
import dev.sluice.api.v1beta2.WorkloadStatus;
import dev.sluice.controllers.multicluster.DispatchView.Jobs;
import dev.sluice.controllers.multicluster.DispatchView.Remote;
import dev.sluice.controllers.workload.Facts;
import dev.sluice.controllers.workload.SomeWorkload;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobBuilder;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// A Workload of a manager with two workers, for tests.
abstract class DispatchScene {
    static final String MK = "mk";
    static final DispatchStep REST = new DispatchStep.Rest(null);
    static final String TIERS =
            "multiKueue: {dispatcherName: sluice.dev/multikueue-dispatcher-tiers, tiersDispatcherConfig: {strict: 30s, noPreemption: 60s}}";
    static final String GATED = "Workload requires preemption, but it's gated";

    final SortedMap<String, Remote> remotes = new TreeMap<>();
    final SortedMap<String, Workload> lost = new TreeMap<>();
    final Map<String, Instant> absences = new HashMap<>();
    boolean renewed;
    Job job = job().build();
    List<String> clusters = List.of("w1", "w2");
    String settings = "featureGates: {MultiKueueOrchestratedPreemption: true}";

    DispatchScene() {
        worker("w1", null);
        worker("w2", null);
    }

    static JobBuilder job() {
        return new JobBuilder()
                .withNewMetadata()
                .withNamespace("ns")
                .withName("a")
                .endMetadata()
                .withNewSpec()
                .withManagedBy("kueue.x-k8s.io/multikueue")
                .withSuspend(true)
                .withNewTemplate()
                .endTemplate()
                .endSpec();
    }

    void worker(String name, @Nullable Workload copy, HasMetadata... jobs) {
        Map<String, HasMetadata> named = new HashMap<>();
        for (HasMetadata each : jobs) {
            named.put(each.getMetadata().getName(), each);
        }
        remotes.put(name, new Remote(copy, named));
    }

    DispatchStep next(SomeWorkload local) {
        return next(local, new Jobs.Known<>(new RemoteJobs(), List.of(job)));
    }

    DispatchStep next(@Nullable SomeWorkload local, Jobs jobs) {
        return DispatchPlan.next(view(local, jobs));
    }

    DispatchView view(@Nullable SomeWorkload local, Jobs jobs) {
        return new DispatchView(
                local == null ? null : local.build(),
                renewed,
                MK,
                clusters,
                jobs,
                remotes,
                lost,
                absences,
                Configuration.read(settings, FeatureGates.defaultsOfPeer()),
                NOW);
    }

    static SomeWorkload reserved() {
        return SomeWorkload.reserved().check(MK, CheckState.PENDING, "");
    }

    static SomeWorkload nominated() {
        return reserved().status(s -> s.withNominatedClusterNames(List.of("w1", "w2")));
    }

    static SomeWorkload running() {
        return SomeWorkload.admitted()
                .check(MK, CheckState.READY, "")
                .status(s -> s.withClusterName("w1"));
    }

    static SomeWorkload copy() {
        return SomeWorkload.pending()
                .withoutOwner()
                .spec(
                        s ->
                                s.withPreemptionGates(
                                        List.of(new PreemptionGate(PreemptionGates.MULTIKUEUE))));
    }

    static SomeWorkload blocked() {
        return copy().is(WorkloadConditions.BLOCKED_ON_PREEMPTION_GATES, "PreemptionGated", GATED);
    }

    static SomeWorkload admittedCopy() {
        UnaryOperator<WorkloadStatus> as = _ -> Facts.status(SomeWorkload.admitted().build());
        return copy().status(as);
    }

    static AdmissionCheckState changed(DispatchStep step, SomeWorkload local) {
        return status(step, local).admissionChecks().getFirst();
    }

    static WorkloadStatus status(DispatchStep step, SomeWorkload local) {
        assertThat(step).isInstanceOf(DispatchStep.Change.class);
        return Objects.requireNonNull(((DispatchStep.Change) step).change().apply(local.build()));
    }

    static WorkloadStatus reservedJustNow(WorkloadStatus status) {
        return status.withConditions(
                List.of(
                        Conditions.condition(
                                WorkloadConditions.QUOTA_RESERVED,
                                true,
                                "QuotaReserved",
                                "",
                                1,
                                NOW)));
    }
}
