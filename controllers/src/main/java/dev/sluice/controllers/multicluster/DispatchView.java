package dev.sluice.controllers.multicluster;

import dev.sluice.api.condition.Conditions;
import dev.sluice.api.config.Configuration;
import dev.sluice.api.name.Finalizers;
import dev.sluice.api.v1beta2.Workload;
import dev.sluice.controllers.workload.Facts;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.SortedMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// One Workload of the manager with everything that a decision about its copies depends on, read at one moment.
///
/// @param local null when it is gone
/// @param renewed whether it has lost its quota since its copies were made: they are of earlier times
/// @param check the admission check of ours that it has; null for none
/// @param clusters the workers of that check's configuration, most preferred first
/// @param jobs what it stands for
/// @param remotes what there is of it on each worker that is connected
/// @param lost its copies on workers that are lost, as they were last seen
/// @param absences since when workers are lost
record DispatchView(
        @Nullable Workload local,
        boolean renewed,
        @Nullable String check,
        List<String> clusters,
        Jobs jobs,
        SortedMap<String, Remote> remotes,
        SortedMap<String, Workload> lost,
        Map<String, Instant> absences,
        Configuration settings,
        Instant now) {

    /// Everything on these workers goes; null when there is nothing.
    DispatchStep.@Nullable Remove removed(Predicate<String> which) {
        List<String> clusters =
                remotes.entrySet().stream()
                        .filter(remote -> remote.getValue().holds())
                        .map(Map.Entry::getKey)
                        .filter(which)
                        .toList();
        return clusters.isEmpty() ? null : new DispatchStep.Remove(clusters);
    }

    /// The copy for which the condition has been true for the longest time.
    Map.@Nullable Entry<String, Workload> earliest(String condition) {
        SequencedMap<String, Workload> standing = new LinkedHashMap<>();
        remotes.forEach(
                (cluster, remote) -> {
                    Workload copy = remote.standing();
                    if (copy != null && Facts.is(copy, condition)) {
                        standing.put(cluster, copy);
                    }
                });
        return standing.entrySet().stream()
                .min(
                        Comparator.comparing(
                                (Map.Entry<String, Workload> copy) ->
                                        Objects.requireNonNullElse(
                                                Conditions.since(
                                                        Facts.conditions(copy.getValue()),
                                                        condition),
                                                Instant.MAX)))
                .orElse(null);
    }

    /// What there is of a Workload on a worker.
    ///
    /// @param jobs those that name it, by their names
    record Remote(@Nullable Workload copy, Map<String, HasMetadata> jobs) {

        /// The copy, unless it is on its way out.
        @Nullable Workload standing() {
            return copy == null || deleting(copy) ? null : copy;
        }

        /// The job of this name, unless it is on its way out.
        @Nullable HasMetadata job(String name) {
            HasMetadata job = jobs.get(name);
            return job == null || deleting(job) ? null : job;
        }

        /// Whether there is something that nobody has told to go.
        boolean holds() {
            boolean copyStays =
                    copy != null
                            && (!deleting(copy)
                                    || Facts.hasFinalizer(copy, Finalizers.RESOURCE_IN_USE));
            return copyStays || jobs.values().stream().anyMatch(job -> !deleting(job));
        }

        private static boolean deleting(HasMetadata object) {
            return object.getMetadata().getDeletionTimestamp() != null;
        }
    }

    /// What a Workload stands for.
    sealed interface Jobs {
        /// Nothing: nobody owns it.
        record None() implements Jobs {}

        /// Something of a kind that does not go to workers.
        record Unknown(String gvk) implements Jobs {}

        /// Jobs that go to a worker together.
        record Known<J extends HasMetadata>(RemoteKind<J> kind, List<J> jobs) implements Jobs {
            public Known {
                jobs = List.copyOf(jobs);
            }
        }
    }
}
