package dev.sluice.controllers.job;

import dev.sluice.api.feature.FeatureGate;
import dev.sluice.api.feature.FeatureGates;
import dev.sluice.api.name.Annotations;
import dev.sluice.api.name.Labels;
import dev.sluice.api.name.SchedulingGates;
import dev.sluice.api.v1beta2.Admission;
import dev.sluice.api.v1beta2.AdmissionCheckState;
import dev.sluice.api.v1beta2.CheckState;
import dev.sluice.api.v1beta2.PodSet;
import dev.sluice.api.v1beta2.PodSetAssignment;
import dev.sluice.api.v1beta2.PodSetUpdate;
import dev.sluice.api.v1beta2.ResourceFlavor;
import dev.sluice.api.v1beta2.ResourceFlavorSpec;
import dev.sluice.api.v1beta2.Workload;
import dev.sluice.controllers.workload.Facts;
import io.fabric8.kubernetes.api.model.PodSchedulingGate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedSet;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// What an admission adds to the pods of a job (L2.32, L2.33).
public sealed interface Injection {

    /// Everything is known and goes together.
    record Ready(List<PodSetInfo> infos) implements Injection {}

    /// The job can never start like this.
    record Impossible(String message) implements Injection {}

    /// Not yet: a flavor of the admission is not there.
    record FlavorMissing(String flavor) implements Injection {}

    /// Nothing, since no pod of it starts on this cluster.
    record Elsewhere() implements Injection {}

    /// @param flavors finds a flavor by name; null when there is none
    static Injection of(
            Workload workload,
            Function<String, @Nullable ResourceFlavor> flavors,
            FeatureGates gates) {
        return new Injector(workload, flavors, gates).injection();
    }

    /// What the pods had before, from the Workload's own templates (L2.36).
    static List<PodSetInfo> original(Workload workload) {
        return Facts.spec(workload).podSets().stream()
                .map(set -> PodSetInfo.of(name(set), count(set), set.template()))
                .toList();
    }

    private static String name(PodSet podSet) {
        return podSet.name() == null ? BatchJobs.POD_SET : podSet.name();
    }

    private static int count(PodSet podSet) {
        return podSet.count() == null ? 1 : podSet.count();
    }

    /// One computation; a value of its own because its parts share so much.
    final class Injector {
        private static final Pattern DNS_LABEL =
                Pattern.compile("[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?");

        private final Workload workload;
        private final Function<String, @Nullable ResourceFlavor> flavors;
        private final FeatureGates gates;

        private Injector(
                Workload workload,
                Function<String, @Nullable ResourceFlavor> flavors,
                FeatureGates gates) {
            this.workload = workload;
            this.flavors = flavors;
            this.gates = gates;
        }

        private Injection injection() {
            Admission admission = Facts.status(workload).admission();
            List<PodSet> podSets = Facts.spec(workload).podSets();
            if (admission == null || admission.podSetAssignments().size() != podSets.size()) {
                return new Impossible("the admission does not have the pod sets of the workload");
            }
            List<PodSetInfo> infos = new ArrayList<>();
            for (int i = 0; i < podSets.size(); i++) {
                PodSet podSet = podSets.get(i);
                PodSetAssignment assignment = admission.podSetAssignments().get(i);
                PodSetInfo info = base(podSet, assignment, admission.clusterQueue());
                for (String flavor : flavorsOf(assignment)) {
                    ResourceFlavor found = flavors.apply(flavor);
                    if (found == null) {
                        return new FlavorMissing(flavor);
                    }
                    info = info.merge(ofFlavor(info, found));
                }
                PodSetInfo own = PodSetInfo.of(info.name(), info.count(), podSet.template());
                for (PodSetInfo addition : additions(info)) {
                    PodSetInfo.Conflict conflict = info.conflictWith(addition);
                    if (conflict != null) {
                        return new Impossible(conflict.message());
                    }
                    info = info.merge(addition);
                }
                PodSetInfo.Conflict conflict = elastic() ? null : own.conflictWith(info);
                if (conflict != null) {
                    return new Impossible(conflict.message());
                }
                infos.add(info);
            }
            return new Ready(infos);
        }

        private PodSetInfo base(PodSet podSet, PodSetAssignment assignment, String clusterQueue) {
            Map<String, String> labels = new LinkedHashMap<>();
            labels.put(Labels.PODSET, name(podSet));
            if (gates.isOn(FeatureGate.ASSIGN_QUEUE_LABELS_FOR_PODS)) {
                if (DNS_LABEL.matcher(clusterQueue).matches()) {
                    labels.put(Labels.CLUSTER_QUEUE_NAME, clusterQueue);
                }
                labels.put(Labels.LOCAL_QUEUE_NAME, Facts.queueName(workload));
            }
            if (Facts.label(workload, Labels.MULTIKUEUE_ORIGIN) != null) {
                labels.put(Labels.MULTIKUEUE_WORKER_WORKLOAD_POD, "true");
            }
            Map<String, String> annotations = new LinkedHashMap<>();
            if (gates.isOn(FeatureGate.TOPOLOGY_AWARE_SCHEDULING)) {
                annotations.put(Annotations.WORKLOAD, Facts.name(workload));
            }
            if (elastic()) {
                annotations.put(Annotations.WORKLOAD_SLICE_NAME, Slices.chain(workload));
            }
            int count = assignment.count() == null ? count(podSet) : assignment.count();
            return new PodSetInfo(
                    name(podSet),
                    count,
                    labels,
                    annotations,
                    Map.of(),
                    List.of(),
                    elastic()
                            ? List.of(new PodSchedulingGate(SchedulingGates.ELASTIC_JOB))
                            : List.of());
        }

        /// A later slice is made of pods that have what an earlier one was given; that is overwritten (L2.33).
        private boolean elastic() {
            return gates.isOn(FeatureGate.ELASTIC_JOBS_VIA_WORKLOAD_SLICES)
                    && "true".equals(Facts.annotation(workload, Annotations.ELASTIC_JOB));
        }

        private static PodSetInfo ofFlavor(PodSetInfo info, ResourceFlavor flavor) {
            ResourceFlavorSpec spec = flavor.getSpec();
            return spec == null
                    ? PodSetInfo.of(info.name(), info.count())
                    : new PodSetInfo(
                            info.name(),
                            info.count(),
                            Map.of(),
                            Map.of(),
                            spec.nodeLabels(),
                            spec.tolerations(),
                            List.of());
        }

        /// What the admission checks want.
        private List<PodSetInfo> additions(PodSetInfo info) {
            List<PodSetInfo> additions = new ArrayList<>();
            for (AdmissionCheckState check : Facts.status(workload).admissionChecks()) {
                if (check.state() != CheckState.READY) {
                    continue;
                }
                for (PodSetUpdate update : check.podSetUpdates()) {
                    if (update.name().equals(info.name())) {
                        additions.add(
                                new PodSetInfo(
                                        info.name(),
                                        info.count(),
                                        update.labels(),
                                        update.annotations(),
                                        update.nodeSelector(),
                                        update.tolerations(),
                                        List.of()));
                    }
                }
            }
            return additions;
        }

        private static SequencedSet<String> flavorsOf(PodSetAssignment assignment) {
            return new LinkedHashSet<>(assignment.flavors().values());
        }
    }
}
