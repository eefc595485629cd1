package dev.sluice.controllers.multicluster;

import dev.sluice.api.condition.Conditions;
import dev.sluice.api.condition.QueueConditions;
import dev.sluice.api.v1beta2.AdmissionCheck;
import dev.sluice.api.v1beta2.AdmissionCheckParameters;
import dev.sluice.api.v1beta2.AdmissionCheckStatus;
import dev.sluice.api.v1beta2.MultiKueueCluster;
import dev.sluice.api.v1beta2.MultiKueueConfig;
import dev.sluice.reconcile.Cache;
import dev.sluice.reconcile.Cluster;
import dev.sluice.reconcile.Key;
import dev.sluice.reconcile.Outcome;
import dev.sluice.reconcile.Reconciler;
import io.fabric8.kubernetes.api.model.Condition;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Writes whether the admission checks of [MultiCluster#CONTROLLER] can be used (L5.8).
final class CheckReconciler implements Reconciler {
    private final Cluster manager;
    private final Cache<AdmissionCheck> checks;
    private final Cache<MultiKueueConfig> configs;
    private final Cache<MultiKueueCluster> clusters;

    /// Adds what it watches to the manager's cluster.
    CheckReconciler(Cluster manager) {
        this.manager = manager;
        this.checks = manager.cache(AdmissionCheck.class);
        this.configs = manager.cache(MultiKueueConfig.class);
        this.clusters = manager.cache(MultiKueueCluster.class);
        manager.loop("multikueue-check", 1, this)
                .onEach(checks)
                .on(configs, change -> naming(change.key().name()::equals))
                .on(
                        clusters,
                        change ->
                                usable(change.before()).equals(usable(change.after()))
                                        ? List.of()
                                        : naming(config -> lists(config, change.key().name())));
    }

    private List<Key> naming(Predicate<String> config) {
        return checks.all().stream()
                .filter(MultiCluster::isOurs)
                .filter(
                        check ->
                                Optional.ofNullable(check.getSpec().parameters())
                                        .map(AdmissionCheckParameters::name)
                                        .filter(config)
                                        .isPresent())
                .map(Key::of)
                .toList();
    }

    private boolean lists(String config, String cluster) {
        return configs.get(Key.cluster(config))
                .filter(found -> MultiCluster.clusters(found).contains(cluster))
                .isPresent();
    }

    private static Optional<Boolean> usable(@Nullable MultiKueueCluster cluster) {
        return cluster == null
                ? Optional.empty()
                : Optional.of(
                        cluster.getStatus() != null
                                && Conditions.isTrue(
                                        cluster.getStatus().conditions(), QueueConditions.ACTIVE));
    }

    @Override
    public Outcome reconcile(Key key) {
        AdmissionCheck check = checks.get(key).filter(MultiCluster::isOurs).orElse(null);
        if (check == null) {
            return Outcome.done();
        }
        Instant now = manager.clock().instant();
        Condition wanted = judge(check).condition(check.getMetadata().getGeneration(), now);
        List<Condition> present =
                check.getStatus() == null ? List.of() : check.getStatus().conditions();
        List<Condition> changed = Conditions.with(present, wanted);
        if (!changed.equals(present)) {
            AdmissionCheck written = new AdmissionCheck();
            written.setMetadata(check.getMetadata());
            written.setSpec(check.getSpec());
            written.setStatus(new AdmissionCheckStatus(changed));
            manager.updateStatus(written);
        }
        return Outcome.done();
    }

    private UsableClusters judge(AdmissionCheck check) {
        AdmissionCheckParameters parameters = check.getSpec().parameters();
        Optional<UsableClusters> fault = UsableClusters.faultOf(parameters);
        if (fault.isPresent() || parameters == null) {
            return fault.orElseThrow();
        }
        return configs.get(Key.cluster(parameters.name()))
                .map(
                        config ->
                                UsableClusters.of(
                                        MultiCluster.clusters(config),
                                        name ->
                                                usable(
                                                        clusters.get(Key.cluster(name))
                                                                .orElse(null))))
                .orElseGet(() -> UsableClusters.noConfig(parameters.name()));
    }
}
