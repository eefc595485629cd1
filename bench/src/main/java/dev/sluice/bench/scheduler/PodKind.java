package dev.sluice.bench.scheduler;

import dev.sluice.model.LabelSelector;
import dev.sluice.model.NodeSelection;
import dev.sluice.podscheduler.cluster.AffinityTerm;
import dev.sluice.podscheduler.cluster.Pod;
import dev.sluice.podscheduler.cluster.PodAffinity;
import dev.sluice.podscheduler.cluster.PodDemand;
import dev.sluice.podscheduler.cluster.PodImages;
import dev.sluice.podscheduler.cluster.PodRelations;
import dev.sluice.podscheduler.cluster.PodShape;
import dev.sluice.podscheduler.cluster.Resources;
import dev.sluice.podscheduler.cluster.SpreadConstraint;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// What the pods of a case want. Pods of one kind have one label in common, by which they find each other.
public enum PodKind {
    /// A tenth of a core and some memory.
    PLAIN("plain", 100, () -> PodRelations.NONE),
    /// Evenly over the zones, without exception.
    SPREAD(
            "spread",
            100,
            () ->
                    new PodRelations(
                            PodAffinity.NONE,
                            List.of(
                                    new SpreadConstraint(
                                            PodKind.ZONE,
                                            1,
                                            true,
                                            selector("spread"),
                                            1,
                                            true,
                                            false)),
                            null)),
    /// In a zone with its like.
    NEAR(
            "near",
            100,
            () ->
                    new PodRelations(
                            new PodAffinity(List.of(term("near")), List.of(), List.of(), List.of()),
                            List.of(),
                            null)),
    /// Rather in a zone with its like.
    RATHER_NEAR(
            "rather",
            100,
            () ->
                    new PodRelations(
                            new PodAffinity(
                                    List.of(),
                                    List.of(),
                                    List.of(new AffinityTerm.Weighted(10, term("rather"))),
                                    List.of()),
                            List.of(),
                            null)),
    /// More than any node has.
    TOO_LARGE("large", 1_000_000, () -> PodRelations.NONE);

    static final String ZONE = "topology.kubernetes.io/zone";

    private final Map<String, String> labels;
    private final long cpuMillis;
    private final Supplier<PodRelations> relations;

    /// In words.
    String text() {
        return switch (this) {
            case PLAIN -> "plain pod";
            case SPREAD -> "hard zone spread";
            case NEAR -> "required pod affinity";
            case RATHER_NEAR -> "preferred pod affinity";
            case TOO_LARGE -> "fits nowhere";
        };
    }

    /// The same pod after its gates have gone.
    static Pod ungated(Pod pod) {
        return new Pod(
                pod.namespace(),
                pod.name(),
                pod.uid(),
                pod.schedulerName(),
                pod.priority(),
                pod.labels(),
                List.of(),
                pod.shape(),
                pod.relations(),
                null,
                null,
                null,
                false,
                false,
                false,
                true);
    }

    PodKind(String app, long cpuMillis, Supplier<PodRelations> relations) {
        this.labels = Map.of("app", app);
        this.cpuMillis = cpuMillis;
        this.relations = relations;
    }

    private static LabelSelector selector(String app) {
        return new LabelSelector(Map.of("app", app), List.of());
    }

    private static AffinityTerm term(String app) {
        return new AffinityTerm(Set.of("ns"), null, selector(app), ZONE);
    }

    private static PodShape shape(long cpuMillis) {
        Resources asked = new Resources(cpuMillis, 128L << 20, 0, Collections.emptySortedMap());
        return new PodShape(
                new PodDemand(asked, asked, asked),
                NodeSelection.ANY,
                List.of(),
                List.of(),
                List.of(),
                PodImages.NONE);
    }

    /// A new pod of this kind. As when pods come over the wire, no two share an object.
    ///
    /// @param node where it runs, null if it waits
    Pod pod(long number, @Nullable String node) {
        return pod(number, 0, List.of(), node);
    }

    Pod pod(long number, int priority, List<String> gates, @Nullable String node) {
        return new Pod(
                "ns",
                "pod-" + number,
                "uid-" + number,
                "default-scheduler",
                priority,
                labels,
                gates,
                shape(cpuMillis),
                relations.get(),
                node,
                null,
                null,
                false,
                false,
                false,
                true);
    }
}
