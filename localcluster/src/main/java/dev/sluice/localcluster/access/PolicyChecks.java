package dev.sluice.localcluster.access;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.ApiServer;
import dev.sluice.apiserver.admission.policy.TypeChecking;
import dev.sluice.reconcile.Cache;
import dev.sluice.reconcile.Cluster;
import dev.sluice.reconcile.Key;
import dev.sluice.reconcile.Outcome;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicy;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Writes into `status.typeChecking` of each ValidatingAdmissionPolicy what its expressions get wrong about the kinds that it is for (H2.90).
/// A policy is looked at once for each generation: a kind that is defined later changes nothing.
public final class PolicyChecks {
    private static final String RESOURCE =
            "validatingadmissionpolicies.admissionregistration.k8s.io";

    private final Cluster cluster;
    private final ApiServer server;
    private final Cache<ValidatingAdmissionPolicy> policies;

    /// Registers the loop; it runs once the cluster starts.
    public PolicyChecks(Cluster cluster, ApiServer server) {
        this.cluster = cluster;
        this.server = server;
        this.policies = cluster.cache(ValidatingAdmissionPolicy.class);
        cluster.loop("validatingadmissionpolicy-status", 1, this::reconcile).onEach(policies);
    }

    private Outcome reconcile(Key key) {
        ValidatingAdmissionPolicy policy = policies.get(key).orElse(null);
        ObjectNode stored = server.objects().get(RESOURCE, "", key.name());
        if (policy == null || stored == null) {
            return Outcome.done();
        }
        long generation = stored.at("/metadata/generation").asLong();
        if (generation != stored.at("/status/observedGeneration").asLong()) {
            List<TypeChecking.Warning> warnings =
                    TypeChecking.of(stored.path("spec"), server.kinds().view());
            cluster.patchStatus(policy, PatchType.JSON_MERGE, status(generation, warnings));
        }
        return Outcome.done();
    }

    private String status(long generation, List<TypeChecking.Warning> warnings) {
        Map<String, Object> checking = new HashMap<>();
        // null takes those of an earlier generation away
        checking.put("expressionWarnings", warnings.isEmpty() ? null : warnings);
        return cluster.json(
                Map.of(
                        "status",
                        Map.of("observedGeneration", generation, "typeChecking", checking)));
    }
}
