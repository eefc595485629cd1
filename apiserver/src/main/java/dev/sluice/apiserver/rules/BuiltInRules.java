package dev.sluice.apiserver.rules;

import dev.sluice.apiserver.kind.KindRules;
import dev.sluice.apiserver.type.TypeTable;
import java.time.InstantSource;

/// Which rules a built-in kind has.
public final class BuiltInRules {
    private BuiltInRules() {}

    /// @param typeName qualified name of the kind's type, such as `core.Pod`
    public static KindRules of(
            TypeTable table, String typeName, Traits traits, InstantSource clock) {
        return switch (typeName) {
            case "core.Pod" -> new PodRules(table, traits, clock);
            case "core.Namespace" -> new NamespaceRules(table, traits);
            case "core.Node" -> new NodeRules(table, traits);
            case "core.ConfigMap", "core.Secret" -> new ConfigRules(table, typeName, traits);
            case "core.PodTemplate" -> new TemplateRules(table, traits);
            case "core.Service" -> new ServiceRules(table, traits);
            case "core.Event", "events.Event" -> new EventRules(table, typeName, traits);
            case "batch.Job" -> new JobRules(table, traits);
            case "batch.CronJob" -> new CronJobRules(table, traits);
            case "apps.Deployment",
                    "apps.ReplicaSet",
                    "apps.StatefulSet",
                    "apps.DaemonSet",
                    "core.ReplicationController" ->
                    new WorkloadRules(table, typeName, traits);
            case "scheduling.PriorityClass" -> new PriorityClassRules(table, traits);
            case "coordination.Lease" -> new LeaseRules(table, traits);
            case "policy.PodDisruptionBudget" -> new DisruptionBudgetRules(table, traits);
            case "admissionregistration.MutatingWebhookConfiguration",
                    "admissionregistration.ValidatingWebhookConfiguration" ->
                    new WebhookRules(table, typeName, traits);
            case "admissionregistration.MutatingAdmissionPolicy",
                    "admissionregistration.ValidatingAdmissionPolicy" ->
                    new PolicyRules(table, typeName, traits);
            case "admissionregistration.MutatingAdmissionPolicyBinding",
                    "admissionregistration.ValidatingAdmissionPolicyBinding" ->
                    new PolicyBindingRules(table, typeName, traits);
            case "core.ResourceQuota" -> new QuotaRules(table, traits);
            case "rbac.Role", "rbac.ClusterRole" -> new RoleRules(table, typeName, traits);
            case "rbac.RoleBinding", "rbac.ClusterRoleBinding" ->
                    new RoleBindingRules(table, typeName, traits);
            case "apiextensions.CustomResourceDefinition" ->
                    new DefinitionKindRules(table, traits, clock);
            default -> new TypedRules(table, typeName, traits);
        };
    }
}
