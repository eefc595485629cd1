package dev.sluice.controllers.queueing;

import dev.sluice.api.condition.Conditions;
import dev.sluice.api.condition.QueueConditions;
import dev.sluice.api.pod.PodSpecs;
import dev.sluice.api.selector.Selectors;
import dev.sluice.api.v1beta2.AdmissionCheck;
import dev.sluice.api.v1beta2.AdmissionCheckStrategyRule;
import dev.sluice.api.v1beta2.AdmissionFairSharingStatus;
import dev.sluice.api.v1beta2.AdmissionMode;
import dev.sluice.api.v1beta2.BorrowWithinCohort;
import dev.sluice.api.v1beta2.BorrowWithinCohortPolicy;
import dev.sluice.api.v1beta2.ClusterQueue;
import dev.sluice.api.v1beta2.ClusterQueuePreemption;
import dev.sluice.api.v1beta2.Cohort;
import dev.sluice.api.v1beta2.ConcurrentAdmissionPolicy;
import dev.sluice.api.v1beta2.FairSharing;
import dev.sluice.api.v1beta2.FlavorFungibility;
import dev.sluice.api.v1beta2.FlavorFungibilityPolicy;
import dev.sluice.api.v1beta2.FlavorFungibilityPreference;
import dev.sluice.api.v1beta2.FlavorQuotas;
import dev.sluice.api.v1beta2.LocalQueue;
import dev.sluice.api.v1beta2.MigrationConstraints;
import dev.sluice.api.v1beta2.MigrationMode;
import dev.sluice.api.v1beta2.QueueingStrategy;
import dev.sluice.api.v1beta2.ReclaimWithinCohort;
import dev.sluice.api.v1beta2.ResourceFlavor;
import dev.sluice.api.v1beta2.ResourceFlavorSpec;
import dev.sluice.api.v1beta2.ResourceQuota;
import dev.sluice.api.v1beta2.WithinClusterQueue;
import dev.sluice.engine.Event;
import dev.sluice.engine.spec.AdmissionCheckSpec;
import dev.sluice.engine.spec.ClusterQueueSpec;
import dev.sluice.engine.spec.CohortSpec;
import dev.sluice.engine.spec.FlavorSpec;
import dev.sluice.engine.spec.Fungibility;
import dev.sluice.engine.spec.LocalQueueKey;
import dev.sluice.engine.spec.LocalQueueSpec;
import dev.sluice.engine.spec.Preemption;
import dev.sluice.engine.spec.Quota;
import dev.sluice.engine.spec.ResourceGroup;
import dev.sluice.engine.spec.StopPolicy;
import dev.sluice.model.Amounts;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.Quantity;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Translates API objects into what the engine is told about them. What a spec leaves out has the API's default (R0.4).
/// Workloads have a translator of their own: [WorkloadEvents].
public final class EngineEvents {
    private EngineEvents() {}

    /// A ClusterQueue, as it stands.
    public static Event of(ClusterQueue queue) {
        dev.sluice.api.v1beta2.ClusterQueueSpec spec = queue.getSpec();
        if (spec == null) {
            spec = dev.sluice.api.v1beta2.ClusterQueueSpec.empty();
        }
        return new Event.ClusterQueueChanged(
                new ClusterQueueSpec(
                        queue.getMetadata().getName(),
                        nullIfEmpty(spec.cohortName()),
                        groups(spec.resourceGroups()),
                        spec.queueingStrategy() == QueueingStrategy.STRICT_FIFO,
                        Selectors.of(spec.namespaceSelector()),
                        fungibility(spec.flavorFungibility()),
                        preemption(spec.preemption()),
                        stopPolicy(spec.stopPolicy()),
                        checks(spec),
                        weight(spec.fairSharing()),
                        spec.admissionScope() != null
                                && spec.admissionScope().admissionMode()
                                        == AdmissionMode.USAGE_BASED_ADMISSION_FAIR_SHARING,
                        concurrent(spec.concurrentAdmissionPolicy()),
                        queue.getMetadata().getDeletionTimestamp() != null));
    }

    /// A Cohort, as it stands.
    public static Event of(Cohort cohort) {
        dev.sluice.api.v1beta2.CohortSpec spec = cohort.getSpec();
        if (spec == null) {
            spec = new dev.sluice.api.v1beta2.CohortSpec(null, List.of(), null);
        }
        return new Event.CohortChanged(
                new CohortSpec(
                        cohort.getMetadata().getName(),
                        nullIfEmpty(spec.parentName()),
                        groups(spec.resourceGroups()),
                        weight(spec.fairSharing())));
    }

    /// A LocalQueue, as it stands.
    public static Event of(LocalQueue queue) {
        dev.sluice.api.v1beta2.LocalQueueSpec spec = queue.getSpec();
        return new Event.LocalQueueChanged(
                new LocalQueueSpec(
                        key(queue),
                        spec == null || spec.clusterQueue() == null ? "" : spec.clusterQueue(),
                        stopPolicy(spec == null ? null : spec.stopPolicy()),
                        weight(spec == null ? null : spec.fairSharing()),
                        consumed(queue)));
    }

    /// The engine's name of a LocalQueue.
    public static LocalQueueKey key(LocalQueue queue) {
        return new LocalQueueKey(queue.getMetadata().getNamespace(), queue.getMetadata().getName());
    }

    /// A ResourceFlavor, as it stands.
    public static Event of(ResourceFlavor flavor) {
        ResourceFlavorSpec spec = flavor.getSpec();
        String name = flavor.getMetadata().getName();
        if (spec == null) {
            return new Event.FlavorChanged(FlavorSpec.of(name));
        }
        return new Event.FlavorChanged(
                new FlavorSpec(
                        name,
                        spec.nodeLabels(),
                        PodSpecs.taints(spec.nodeTaints()),
                        PodSpecs.tolerations(spec.tolerations()),
                        spec.topologyName()));
    }

    /// An AdmissionCheck, as it stands. It is active only if its controller has said so (A9.2).
    public static Event of(AdmissionCheck check) {
        boolean active =
                check.getStatus() != null
                        && Conditions.isTrue(
                                check.getStatus().conditions(), QueueConditions.ACTIVE);
        String controller = check.getSpec() == null ? "" : check.getSpec().controllerName();
        return new Event.AdmissionCheckChanged(
                new AdmissionCheckSpec(check.getMetadata().getName(), active, controller));
    }

    /// A namespace, as it stands.
    public static Event of(Namespace namespace) {
        Map<String, String> labels = namespace.getMetadata().getLabels();
        return new Event.NamespaceChanged(
                namespace.getMetadata().getName(), labels == null ? Map.of() : labels);
    }

    private static List<ResourceGroup> groups(List<dev.sluice.api.v1beta2.ResourceGroup> groups) {
        return groups.stream()
                .map(
                        group -> {
                            SequencedMap<String, Map<String, Quota>> flavors =
                                    new LinkedHashMap<>();
                            for (FlavorQuotas flavor : group.flavors()) {
                                flavors.put(flavor.name(), quotas(flavor));
                            }
                            return new ResourceGroup(group.coveredResources(), flavors);
                        })
                .toList();
    }

    private static Map<String, Quota> quotas(FlavorQuotas flavor) {
        Map<String, Quota> quotas = new LinkedHashMap<>();
        for (ResourceQuota quota : flavor.resources()) {
            Long nominal = amount(quota.name(), quota.nominalQuota());
            quotas.put(
                    quota.name(),
                    new Quota(
                            nominal == null ? 0 : nominal,
                            amount(quota.name(), quota.borrowingLimit()),
                            amount(quota.name(), quota.lendingLimit())));
        }
        return quotas;
    }

    private static @Nullable Long amount(String resource, @Nullable Quantity quantity) {
        return quantity == null ? null : Amounts.ofQuota(resource, PodSpecs.quantity(quantity));
    }

    private static Fungibility fungibility(@Nullable FlavorFungibility fungibility) {
        if (fungibility == null) {
            return Fungibility.DEFAULT;
        }
        return new Fungibility(
                fungibility.whenCanBorrow() == FlavorFungibilityPolicy.TRY_NEXT_FLAVOR,
                fungibility.whenCanPreempt() != FlavorFungibilityPolicy.MAY_STOP_SEARCH,
                fungibility.preference() == FlavorFungibilityPreference.PREEMPTION_OVER_BORROWING
                        ? Fungibility.Preference.PREEMPTION_OVER_BORROWING
                        : Fungibility.Preference.BORROWING_OVER_PREEMPTION);
    }

    private static Preemption preemption(@Nullable ClusterQueuePreemption preemption) {
        if (preemption == null) {
            return Preemption.NEVER;
        }
        return new Preemption(
                policy(preemption.withinClusterQueue()),
                policy(preemption.reclaimWithinCohort()),
                borrowing(preemption.borrowWithinCohort()));
    }

    private static Preemption.Policy policy(@Nullable WithinClusterQueue policy) {
        return switch (policy) {
            case null -> Preemption.Policy.NEVER;
            case NEVER -> Preemption.Policy.NEVER;
            case LOWER_PRIORITY -> Preemption.Policy.LOWER_PRIORITY;
            case LOWER_OR_NEWER_EQUAL_PRIORITY -> Preemption.Policy.LOWER_OR_NEWER_EQUAL_PRIORITY;
        };
    }

    private static Preemption.Policy policy(@Nullable ReclaimWithinCohort policy) {
        return switch (policy) {
            case null -> Preemption.Policy.NEVER;
            case NEVER -> Preemption.Policy.NEVER;
            case LOWER_PRIORITY -> Preemption.Policy.LOWER_PRIORITY;
            case ANY -> Preemption.Policy.ANY;
        };
    }

    private static Preemption.BorrowWithinCohort borrowing(@Nullable BorrowWithinCohort policy) {
        return policy == null || policy.policy() != BorrowWithinCohortPolicy.LOWER_PRIORITY
                ? Preemption.BorrowWithinCohort.NEVER
                : new Preemption.BorrowWithinCohort(true, policy.maxPriorityThreshold());
    }

    private static StopPolicy stopPolicy(dev.sluice.api.v1beta2.@Nullable StopPolicy policy) {
        return switch (policy) {
            case null -> StopPolicy.NONE;
            case NONE -> StopPolicy.NONE;
            case HOLD -> StopPolicy.HOLD;
            case HOLD_AND_DRAIN -> StopPolicy.HOLD_AND_DRAIN;
        };
    }

    private static SequencedMap<String, Set<String>> checks(
            dev.sluice.api.v1beta2.ClusterQueueSpec spec) {
        SequencedMap<String, Set<String>> checks = new LinkedHashMap<>();
        if (spec.admissionChecksStrategy() != null) {
            for (AdmissionCheckStrategyRule rule :
                    spec.admissionChecksStrategy().admissionChecks()) {
                checks.put(rule.name(), new LinkedHashSet<>(rule.onFlavors()));
            }
        }
        return checks;
    }

    private static double weight(@Nullable FairSharing sharing) {
        return sharing == null || sharing.weight() == null
                ? 1
                : PodSpecs.quantity(sharing.weight()).value().doubleValue();
    }

    private static ClusterQueueSpec.@Nullable ConcurrentAdmission concurrent(
            @Nullable ConcurrentAdmissionPolicy policy) {
        if (policy == null) {
            return null;
        }
        MigrationConstraints constraints = policy.migration().constraints();
        return new ClusterQueueSpec.ConcurrentAdmission(
                policy.migration().mode() == MigrationMode.RETAIN_FIRST_ADMISSION,
                constraints == null ? null : constraints.lastAcceptableFlavorName());
    }

    /// What an earlier process has published about the usage of a LocalQueue (R7.22).
    private static @Nullable Map<String, BigDecimal> consumed(LocalQueue queue) {
        if (queue.getStatus() == null
                || queue.getStatus().fairSharing() == null
                || queue.getStatus().fairSharing().admissionFairSharingStatus() == null) {
            return null;
        }
        AdmissionFairSharingStatus status =
                queue.getStatus().fairSharing().admissionFairSharingStatus();
        Map<String, BigDecimal> consumed = new TreeMap<>();
        status.consumedResources().forEach((r, q) -> consumed.put(r, PodSpecs.quantity(q).value()));
        return consumed;
    }

    private static @Nullable String nullIfEmpty(@Nullable String text) {
        return text == null || text.isEmpty() ? null : text;
    }
}
