package dev.sluice.localcluster.replica;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSetStatus;
import io.fabric8.kubernetes.api.model.apps.StatefulSetStatusBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// What is to be done about a StatefulSet now. Pods come in the order of their numbers and go in the reverse one; unless the
/// set manages its pods in parallel, each waits for the one before it to be available.
///
/// @param delete pods that end: those too many, those that failed, those of an old template
/// @param again when a pod becomes available only because time goes on; null when none does
record OrdinalPlan(
        List<Creation> create,
        List<Pod> delete,
        StatefulSetStatus status,
        @Nullable Duration again) {

    /// A pod to be made.
    ///
    /// @param revision of the template that it is made from
    record Creation(int ordinal, String revision) {}

    /// @param going whether a pod is on its way out
    /// @param update the revision of the set's template
    static OrdinalPlan of(
            StatefulSet set, List<Pod> pods, Predicate<Pod> going, String update, Instant now) {
        return new Maker(set, pods, going, update, now).plan();
    }

    private static final class Maker {
        private final StatefulSet set;
        private final Predicate<Pod> going;
        private final String update;
        private final String current;
        private final Instant now;
        private final int minReadySeconds;
        private final int first;
        private final int end;
        private final boolean parallel;
        private final TreeMap<Integer, Pod> podByOrdinal = new TreeMap<>();
        private final List<Creation> create = new ArrayList<>();
        private final List<Pod> delete = new ArrayList<>();

        Maker(StatefulSet set, List<Pod> pods, Predicate<Pod> going, String update, Instant now) {
            this.set = set;
            this.going = going;
            this.update = update;
            this.now = now;
            String known = set.getStatus() == null ? null : set.getStatus().getCurrentRevision();
            current = known == null || known.isEmpty() ? update : known;
            minReadySeconds = Objects.requireNonNullElse(set.getSpec().getMinReadySeconds(), 0);
            first =
                    set.getSpec().getOrdinals() == null
                            ? 0
                            : Objects.requireNonNullElse(set.getSpec().getOrdinals().getStart(), 0);
            end = first + Objects.requireNonNullElse(set.getSpec().getReplicas(), 1);
            parallel = "Parallel".equals(set.getSpec().getPodManagementPolicy());
            for (Pod pod : pods) {
                int ordinal = NumberedPod.ordinal(set, pod);
                if (ordinal >= 0) {
                    podByOrdinal.put(ordinal, pod);
                }
            }
        }

        OrdinalPlan plan() {
            boolean settled = fill();
            settled = (settled || parallel) && shrink();
            if (settled || parallel) {
                replaceOld();
            }
            Counts counts = Counts.of(present(), minReadySeconds, now);
            return new OrdinalPlan(create, delete, status(counts), counts.again());
        }

        private List<Pod> present() {
            return podByOrdinal.values().stream().filter(pod -> !PodHealth.hasEnded(pod)).toList();
        }

        /// Makes what is missing; returns whether all that should be there is there and available.
        private boolean fill() {
            boolean settled = true;
            for (int ordinal = first; ordinal < end && (settled || parallel); ordinal++) {
                Pod pod = podByOrdinal.get(ordinal);
                if (pod == null) {
                    create.add(new Creation(ordinal, revisionFor(ordinal)));
                    settled = false;
                } else if (PodHealth.hasEnded(pod) && !going.test(pod)) {
                    delete.add(pod);
                    settled = false;
                } else if (going.test(pod) || !PodHealth.isAvailable(pod, minReadySeconds, now)) {
                    settled = false;
                }
            }
            return settled;
        }

        private String revisionFor(int ordinal) {
            return ordinal < first + partition() || isOnDelete() && !isInitial() ? current : update;
        }

        /// While no pod has been replaced yet there is only one template.
        private boolean isInitial() {
            return current.equals(update);
        }

        /// Ends what is too much, the highest number first; returns whether nothing is.
        private boolean shrink() {
            List<Pod> surplus = new ArrayList<>();
            podByOrdinal.forEach(
                    (ordinal, pod) -> {
                        if (ordinal < first || ordinal >= end) {
                            surplus.addFirst(pod);
                        }
                    });
            for (Pod pod : surplus) {
                if (going.test(pod)) {
                    if (!parallel) {
                        return false;
                    }
                    continue;
                }
                delete.add(pod);
                if (!parallel) {
                    return false;
                }
            }
            return surplus.isEmpty();
        }

        /// Ends one pod of an old template at a time, the highest number first.
        private void replaceOld() {
            if (isOnDelete()) {
                return;
            }
            for (int ordinal = end - 1; ordinal >= first + partition(); ordinal--) {
                Pod pod = podByOrdinal.get(ordinal);
                if (pod == null || going.test(pod)) {
                    return;
                }
                if (!update.equals(revision(pod))) {
                    if (!delete.contains(pod)) {
                        delete.add(pod);
                    }
                    return;
                }
                if (!PodHealth.isAvailable(pod, minReadySeconds, now)) {
                    return;
                }
            }
        }

        private boolean isOnDelete() {
            return set.getSpec().getUpdateStrategy() != null
                    && "OnDelete".equals(set.getSpec().getUpdateStrategy().getType());
        }

        private int partition() {
            var strategy = set.getSpec().getUpdateStrategy();
            return strategy == null || strategy.getRollingUpdate() == null
                    ? 0
                    : Objects.requireNonNullElse(strategy.getRollingUpdate().getPartition(), 0);
        }

        private StatefulSetStatus status(Counts counts) {
            int ofCurrent = 0;
            int ofUpdate = 0;
            for (Pod pod : present()) {
                if (!going.test(pod)) {
                    ofCurrent += current.equals(revision(pod)) ? 1 : 0;
                    ofUpdate += update.equals(revision(pod)) ? 1 : 0;
                }
            }
            int wanted = end - first;
            boolean replaced =
                    !isOnDelete()
                            && partition() == 0
                            && ofUpdate == wanted
                            && counts.all() == wanted
                            && counts.ready() == wanted;
            Integer collisions =
                    set.getStatus() == null ? null : set.getStatus().getCollisionCount();
            return new StatefulSetStatusBuilder()
                    .withObservedGeneration(set.getMetadata().getGeneration())
                    .withReplicas(counts.all())
                    .withReadyReplicas(ReplicaSetController.zeroIsNull(counts.ready()))
                    .withAvailableReplicas(counts.available())
                    .withCurrentReplicas(
                            ReplicaSetController.zeroIsNull(replaced ? ofUpdate : ofCurrent))
                    .withUpdatedReplicas(ReplicaSetController.zeroIsNull(ofUpdate))
                    .withCurrentRevision(replaced ? update : current)
                    .withUpdateRevision(update)
                    .withCollisionCount(Objects.requireNonNullElse(collisions, 0))
                    .build();
        }

        private static @Nullable String revision(Pod pod) {
            Map<String, String> labels =
                    Objects.requireNonNullElse(pod.getMetadata().getLabels(), Map.of());
            return labels.get(NumberedPod.REVISION);
        }
    }

    OrdinalPlan {
        create = List.copyOf(create);
        delete = List.copyOf(delete);
    }
}
