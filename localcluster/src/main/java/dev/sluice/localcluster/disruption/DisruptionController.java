package dev.sluice.localcluster.disruption;

import dev.sluice.localcluster.replica.PodHealth;
import dev.sluice.localcluster.replica.Selection;
import dev.sluice.localcluster.replica.Share;
import dev.sluice.reconcile.Cache;
import dev.sluice.reconcile.Change;
import dev.sluice.reconcile.Cluster;
import dev.sluice.reconcile.Key;
import dev.sluice.reconcile.Outcome;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ConditionBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudgetBuilder;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudgetStatus;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudgetStatusBuilder;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Counts for each PodDisruptionBudget how many of its pods may be evicted now (H8.61).
public final class DisruptionController {
    private static final int WORKERS = 2;

    /// An eviction that was granted counts as carried out until then, even though its pod is still there.
    private static final Duration EVICTION_SHOWS_WITHIN = Duration.ofMinutes(2);

    private final Cluster cluster;
    private final Cache<PodDisruptionBudget> budgets;
    private final Cache<Pod> pods;
    private final Cache<ReplicaSet> replicaSets;
    private final Cache<StatefulSet> statefulSets;

    /// Registers the loop; it runs once the cluster starts.
    public DisruptionController(Cluster cluster) {
        this.cluster = cluster;
        this.budgets = cluster.cache(PodDisruptionBudget.class);
        this.pods = cluster.cache(Pod.class);
        this.replicaSets = cluster.cache(ReplicaSet.class);
        this.statefulSets = cluster.cache(StatefulSet.class);
        cluster.loop("disruption", WORKERS, this::reconcile)
                .onEach(budgets)
                .on(pods, this::budgetsOf)
                .on(replicaSets, change -> inNamespace(change.key().namespace()))
                .on(statefulSets, change -> inNamespace(change.key().namespace()));
    }

    private List<Key> budgetsOf(Change<Pod> change) {
        List<Key> keys = new ArrayList<>();
        for (PodDisruptionBudget budget : budgets.inNamespace(change.key().namespace())) {
            var selector = Selection.of(budget.getSpec().getSelector());
            boolean before =
                    change.before() != null && selector.matches(Selection.labels(change.before()));
            if (before || selector.matches(Selection.labels(change.latest()))) {
                keys.add(Key.of(budget));
            }
        }
        return keys;
    }

    private List<Key> inNamespace(String namespace) {
        return budgets.inNamespace(namespace).stream().map(Key::of).toList();
    }

    private Outcome reconcile(Key key) {
        PodDisruptionBudget budget = budgets.get(key).orElse(null);
        if (budget == null) {
            return Outcome.done();
        }
        Instant now = cluster.clock().instant();
        var selector = Selection.of(budget.getSpec().getSelector());
        List<Pod> covered = new ArrayList<>();
        for (Pod pod : pods.inNamespace(key.namespace())) {
            if (!PodHealth.hasEnded(pod) && selector.matches(Selection.labels(pod))) {
                covered.add(pod);
            }
        }
        Map<String, String> disrupted = stillDisrupted(budget, covered, now);
        int healthy = 0;
        for (Pod pod : covered) {
            boolean going =
                    pod.getMetadata().getDeletionTimestamp() != null
                            || disrupted.containsKey(pod.getMetadata().getName());
            healthy += PodHealth.isReady(pod) && !going ? 1 : 0;
        }
        int expected = expected(budget, covered);
        int desired = desired(budget, expected);
        int allowed = expected == 0 ? 0 : Math.max(0, healthy - desired);
        PodDisruptionBudgetStatus status =
                new PodDisruptionBudgetStatusBuilder()
                        .withObservedGeneration(budget.getMetadata().getGeneration())
                        .withCurrentHealthy(healthy)
                        .withDesiredHealthy(desired)
                        .withExpectedPods(expected)
                        .withDisruptionsAllowed(allowed)
                        .withDisruptedPods(disrupted)
                        .withConditions(condition(budget, allowed > 0, now))
                        .build();
        if (!status.equals(budget.getStatus())) {
            cluster.updateStatus(new PodDisruptionBudgetBuilder(budget).withStatus(status).build());
        }
        return disrupted.isEmpty() ? Outcome.done() : Outcome.again(EVICTION_SHOWS_WITHIN);
    }

    private static Map<String, String> stillDisrupted(
            PodDisruptionBudget budget, List<Pod> covered, Instant now) {
        Map<String, String> still = new HashMap<>();
        Map<String, String> known =
                budget.getStatus() == null || budget.getStatus().getDisruptedPods() == null
                        ? Map.of()
                        : budget.getStatus().getDisruptedPods();
        for (Pod pod : covered) {
            String since = known.get(pod.getMetadata().getName());
            if (since != null
                    && pod.getMetadata().getDeletionTimestamp() == null
                    && Instant.parse(since).plus(EVICTION_SHOWS_WITHIN).isAfter(now)) {
                still.put(pod.getMetadata().getName(), since);
            }
        }
        return still;
    }

    /// How many pods there should be: what their controllers ask for, unless the budget gives a plain number of pods
    /// that must stay.
    private int expected(PodDisruptionBudget budget, List<Pod> covered) {
        IntOrString min = budget.getSpec().getMinAvailable();
        if (budget.getSpec().getMaxUnavailable() == null
                && (min == null || min.getIntVal() != null)) {
            return covered.size();
        }
        Set<String> seen = new HashSet<>();
        int expected = 0;
        for (Pod pod : covered) {
            OwnerReference owner = controller(pod);
            if (owner == null) {
                expected++;
            } else if (seen.add(owner.getUid())) {
                expected += scale(pod, owner, covered);
            }
        }
        return expected;
    }

    private int scale(Pod pod, OwnerReference owner, List<Pod> covered) {
        Key key = new Key(pod.getMetadata().getNamespace(), owner.getName());
        Integer replicas =
                switch (owner.getKind()) {
                    case "ReplicaSet" ->
                            replicaSets
                                    .get(key)
                                    .map(set -> set.getSpec().getReplicas())
                                    .orElse(null);
                    case "StatefulSet" ->
                            statefulSets
                                    .get(key)
                                    .map(set -> set.getSpec().getReplicas())
                                    .orElse(null);
                    default -> null;
                };
        return replicas != null
                ? replicas
                : (int)
                        covered.stream()
                                .filter(other -> owner.getUid().equals(uid(controller(other))))
                                .count();
    }

    private static @Nullable String uid(@Nullable OwnerReference owner) {
        return owner == null ? null : owner.getUid();
    }

    private static @Nullable OwnerReference controller(HasMetadata object) {
        return Objects.requireNonNullElse(
                        object.getMetadata().getOwnerReferences(), List.<OwnerReference>of())
                .stream()
                .filter(owner -> Boolean.TRUE.equals(owner.getController()))
                .findFirst()
                .orElse(null);
    }

    private static int desired(PodDisruptionBudget budget, int expected) {
        IntOrString unavailable = budget.getSpec().getMaxUnavailable();
        return unavailable != null
                ? Math.max(0, expected - Share.resolve(unavailable, expected, true))
                : Share.resolve(budget.getSpec().getMinAvailable(), expected, true);
    }

    private static Condition condition(PodDisruptionBudget budget, boolean allowed, Instant now) {
        String status = allowed ? "True" : "False";
        List<Condition> known =
                budget.getStatus() == null || budget.getStatus().getConditions() == null
                        ? List.of()
                        : budget.getStatus().getConditions();
        String since = now.truncatedTo(ChronoUnit.SECONDS).toString();
        for (Condition condition : known) {
            if (condition.getType().equals("DisruptionAllowed")
                    && condition.getStatus().equals(status)) {
                since = condition.getLastTransitionTime();
            }
        }
        return new ConditionBuilder()
                .withType("DisruptionAllowed")
                .withStatus(status)
                .withReason(allowed ? "SufficientPods" : "InsufficientPods")
                .withMessage("")
                .withObservedGeneration(budget.getMetadata().getGeneration())
                .withLastTransitionTime(since)
                .build();
    }
}
