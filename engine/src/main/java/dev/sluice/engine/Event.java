package dev.sluice.engine;

import dev.sluice.engine.spec.AdmissionCheckSpec;
import dev.sluice.engine.spec.ClusterQueueSpec;
import dev.sluice.engine.spec.CohortSpec;
import dev.sluice.engine.spec.FlavorSpec;
import dev.sluice.engine.spec.LocalQueueKey;
import dev.sluice.engine.spec.LocalQueueSpec;
import dev.sluice.engine.spec.WorkloadKey;
import dev.sluice.engine.spec.WorkloadSpec;
import dev.sluice.engine.spec.WorkloadStatus;
import java.time.Instant;
import java.util.Map;

/// Something that happened and that the engine should know: the only way into it.
///
/// Events about objects carry the whole present state, so telling the same twice changes nothing, and a missed
/// intermediate state does no harm. The engine compares with what it knew before.
public sealed interface Event {

    /// A ClusterQueue is there, with this spec.
    record ClusterQueueChanged(ClusterQueueSpec spec) implements Event {}

    /// A ClusterQueue is gone.
    record ClusterQueueDeleted(String name) implements Event {}

    /// A Cohort object is there, with this spec.
    record CohortChanged(CohortSpec spec) implements Event {}

    /// A Cohort object is gone; its children stay below an implicit cohort of the same name (R2.2).
    record CohortDeleted(String name) implements Event {}

    /// A LocalQueue is there, with this spec.
    record LocalQueueChanged(LocalQueueSpec spec) implements Event {}

    /// A LocalQueue is gone.
    record LocalQueueDeleted(LocalQueueKey key) implements Event {}

    /// A ResourceFlavor is there, with this spec.
    record FlavorChanged(FlavorSpec spec) implements Event {}

    /// A ResourceFlavor is gone.
    record FlavorDeleted(String name) implements Event {}

    /// An AdmissionCheck is there, in this state.
    record AdmissionCheckChanged(AdmissionCheckSpec spec) implements Event {}

    /// An AdmissionCheck is gone.
    record AdmissionCheckDeleted(String name) implements Event {}

    /// A namespace is there, with these labels.
    record NamespaceChanged(String name, Map<String, String> labels) implements Event {
        public NamespaceChanged {
            labels = Map.copyOf(labels);
        }
    }

    /// A namespace is gone.
    record NamespaceDeleted(String name) implements Event {}

    /// A workload is there: pending, changed, reserving, evicted, released or finished, as its state says.
    ///
    /// For a workload whose admission the engine has decided and nobody has confirmed yet, a state without reservation
    /// is older news: the assumed reservation stays until it is confirmed by a state that has one, or is refused.
    record WorkloadChanged(WorkloadSpec spec, WorkloadStatus status) implements Event {}

    /// A workload is gone.
    record WorkloadDeleted(WorkloadKey key) implements Event {}

    /// The write of an admission succeeded: from now on every state of the workload is believed.
    record AdmissionConfirmed(WorkloadKey key) implements Event {}

    /// The write of an admission failed: the assumed effects are rolled back and the workload is queued again (R4.16).
    record AdmissionRefused(WorkloadKey key) implements Event {}

    /// The write of a victim's eviction failed: it may be tried again (R6.22).
    record PreemptionRefused(WorkloadKey victim) implements Event {}

    /// The time is now at least this. Ends backoffs and samples usage of LocalQueues.
    record TimePassed(Instant now) implements Event {}
}
