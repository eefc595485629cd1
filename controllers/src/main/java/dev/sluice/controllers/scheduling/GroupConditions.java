package dev.sluice.controllers.scheduling;

import dev.sluice.api.scheduling.PodGroup;
import dev.sluice.podscheduler.Decision.Together;
import dev.sluice.reconcile.Cluster;
import dev.sluice.reconcile.Key;
import dev.sluice.reconcile.Loop;
import dev.sluice.reconcile.Outcome;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ConditionBuilder;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// Tells pod groups how they fared: condition `PodGroupInitiallyScheduled`, which once it is true stays so (S4.161).
final class GroupConditions {
    private static final String TYPE = "PodGroupInitiallyScheduled";
    private static final String TRUE = "True";

    private final Cluster cluster;
    private final BooleanSupplier mayAct;
    private final Loop loop;

    /// What is still to be said; the newest of a group.
    private final Map<Key, Together.Outcome> open = new ConcurrentHashMap<>();

    GroupConditions(Cluster cluster, BooleanSupplier mayAct) {
        this.cluster = cluster;
        this.mayAct = mayAct;
        this.loop = cluster.loop("pod-groups", 1, this::write);
    }

    void tell(Together together) {
        int slash = together.group().indexOf('/');
        Key key =
                new Key(
                        together.group().substring(0, slash),
                        together.group().substring(slash + 1));
        // That it has started is final, and may not have been written yet.
        open.merge(key, together.outcome(), (before, now) -> before.isPlaced() ? before : now);
        loop.enqueue(key);
    }

    private Outcome write(Key key) {
        Together.Outcome outcome = open.get(key);
        PodGroup group = cluster.cache(PodGroup.class).get(key).orElse(null);
        if (outcome == null || group == null || !mayAct.getAsBoolean()) {
            open.remove(key);
            return Outcome.done();
        }
        List<Condition> conditions = new ArrayList<>(known(group));
        Condition known =
                conditions.stream().filter(c -> TYPE.equals(c.getType())).findFirst().orElse(null);
        Condition wanted = condition(group, known, outcome);
        if (wanted != null) {
            conditions.remove(known);
            conditions.add(wanted);
            cluster.patchStatus(
                    group,
                    PatchType.JSON_MERGE,
                    cluster.json(Map.of("status", Map.of("conditions", conditions))));
        }
        open.remove(key, outcome);
        return Outcome.done();
    }

    private static List<Condition> known(PodGroup group) {
        return group.getStatus() == null || group.getStatus().conditions() == null
                ? List.of()
                : group.getStatus().conditions();
    }

    /// @return null when there is nothing to say
    private @Nullable Condition condition(
            PodGroup group, @Nullable Condition known, Together.Outcome outcome) {
        String status = outcome.isPlaced() ? TRUE : "False";
        String reason = outcome.isPlaced() ? "Scheduled" : outcome.reason();
        if (known != null
                && (TRUE.equals(known.getStatus())
                        || (status.equals(known.getStatus())
                                && Objects.equals(reason, known.getReason())
                                && Objects.equals(outcome.message(), known.getMessage())))) {
            return null;
        }
        String now = cluster.clock().instant().truncatedTo(ChronoUnit.SECONDS).toString();
        return new ConditionBuilder()
                .withType(TYPE)
                .withStatus(status)
                .withReason(reason)
                .withMessage(outcome.message())
                .withObservedGeneration(group.getMetadata().getGeneration())
                .withLastTransitionTime(
                        known != null && status.equals(known.getStatus())
                                ? known.getLastTransitionTime()
                                : now)
                .build();
    }
}
