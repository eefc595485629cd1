package dev.sluice.controllers.job;

import dev.sluice.api.v1beta2.Kueue;
import dev.sluice.api.v1beta2.PodSet;
import dev.sluice.api.v1beta2.PriorityClassRef;
import dev.sluice.api.v1beta2.WorkloadPriorityClass;
import dev.sluice.reconcile.Cache;
import dev.sluice.reconcile.Cluster;
import dev.sluice.reconcile.Key;
import io.fabric8.kubernetes.api.model.scheduling.v1.PriorityClass;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Finds the priority of a job in the classes that there are (L1.9).
public final class Priorities {
    private final Cache<WorkloadPriorityClass> workloadClasses;
    private final Cache<PriorityClass> podClasses;

    public Priorities(Cluster cluster) {
        this.workloadClasses = cluster.cache(WorkloadPriorityClass.class);
        this.podClasses = cluster.cache(PriorityClass.class);
    }

    /// @param label the class that the job's label names; empty for none
    /// @param own the class that its kind names, or null
    public Priority of(String label, @Nullable String own, List<PodSet> podSets) {
        if (!label.isEmpty()) {
            return workloadClasses
                    .get(Key.cluster(label))
                    .<Priority>map(
                            found ->
                                    new Priority.Known(
                                            found.getValue() == null ? 0 : found.getValue(),
                                            new PriorityClassRef(
                                                    Kueue.GROUP, "WorkloadPriorityClass", label)))
                    .orElseGet(() -> new Priority.Missing(label));
        }
        return Stream.concat(Stream.ofNullable(own), podSets.stream().flatMap(Priorities::named))
                .findFirst()
                .flatMap(name -> podClasses.get(Key.cluster(name)))
                .or(this::globalDefault)
                .map(
                        found ->
                                new Priority.Known(
                                        found.getValue() == null ? 0 : found.getValue(),
                                        new PriorityClassRef(
                                                "scheduling.k8s.io",
                                                "PriorityClass",
                                                found.getMetadata().getName())))
                .orElseGet(() -> new Priority.Known(0, null));
    }

    private static Stream<String> named(PodSet podSet) {
        String name = podSet.template().getSpec().getPriorityClassName();
        return name == null || name.isEmpty() ? Stream.empty() : Stream.of(name);
    }

    /// The lowest one, if several claim to be it.
    private Optional<PriorityClass> globalDefault() {
        return podClasses.all().stream()
                .filter(c -> Boolean.TRUE.equals(c.getGlobalDefault()))
                .min(
                        Comparator.comparing(PriorityClass::getValue)
                                .thenComparing(c -> c.getMetadata().getName()));
    }
}
