package dev.sluice.apiserver.resource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.error.ApiError;
import dev.sluice.apiserver.error.Cause;
import dev.sluice.apiserver.http.ApiRequest;
import dev.sluice.apiserver.http.ApiResponse;
import dev.sluice.apiserver.security.User;
import dev.sluice.apiserver.selector.LabelMatch;
import dev.sluice.apiserver.store.Change;
import dev.sluice.apiserver.store.Commit;
import dev.sluice.apiserver.store.Draft;
import dev.sluice.apiserver.store.ObjectKey;
import dev.sluice.apiserver.store.StoredObject;
import java.util.ArrayList;
import java.util.List;

/// Evicts pods: a delete that asks the disruption budgets first (H1.26).
final class Evictions {
    private static final String REFUSED =
            "Cannot evict pod as it would violate the pod's disruption budget.";
    private static final int UNOBSERVED_RETRY_SECONDS = 10;

    private final Writes writes;
    private final Deletes deletes;
    private final Body body;

    Evictions(Writes writes, Deletes deletes, Body body) {
        this.writes = writes;
        this.deletes = deletes;
        this.body = body;
    }

    ApiResponse evict(ApiRequest request, Route route, User user) {
        ObjectNode eviction = body.options(request);
        if (eviction == null) {
            throw ApiError.badRequest("the body is empty, expected an Eviction");
        }
        String name = Metadata.text(eviction, "name");
        if (!name.isEmpty() && !name.equals(route.name())) {
            throw ApiError.badRequest("name in URL does not match name in Eviction object");
        }
        JsonNode given = eviction.path("deleteOptions");
        DeleteOptions options =
                DeleteOptions.of(request, given instanceof ObjectNode object ? object : null);
        StoredObject pod = writes.store().snapshot().get(Reads.key(route));
        if (pod == null) {
            throw route.notFound();
        }
        List<String> warnings =
                writes.admitCreation(
                        eviction,
                        route,
                        user,
                        options.dryRun(),
                        () -> WriteOptions.creation(options.dryRun()));
        if (!isUnprotected(pod.tree())) {
            consumeBudgets(pod, options.dryRun());
        }
        deletes.evict(route.withoutSubresource(), options);
        return Answers.warned(Answers.json(201, Bindings.created()), warnings);
    }

    private static boolean isUnprotected(ObjectNode pod) {
        return switch (pod.path("status").path("phase").asText()) {
            case "Pending", "Succeeded", "Failed" -> true;
            default -> Metadata.isDeleting(pod);
        };
    }

    private void consumeBudgets(StoredObject pod, boolean dryRun) {
        List<ObjectNode> budgets = new ArrayList<>();
        for (ObjectNode budget :
                writes.objects().list("poddisruptionbudgets.policy", pod.key().namespace())) {
            JsonNode selector = budget.path("spec").path("selector");
            if (selector.isObject() && LabelMatch.matches(selector, pod.labels())) {
                budgets.add(budget);
            }
        }
        if (budgets.size() > 1) {
            throw new ApiError(
                    500,
                    "InternalError",
                    "This pod has more than one PodDisruptionBudget, which the eviction subresource"
                            + " does not support.",
                    null);
        }
        for (ObjectNode budget : budgets) {
            consume(budget, pod, dryRun);
        }
    }

    private void consume(ObjectNode budget, StoredObject pod, boolean dryRun) {
        String name = Metadata.text(budget, "name");
        ObjectNode status = budget.withObject("/status");
        if (status.path("observedGeneration").asLong()
                < budget.path("metadata").path("generation").asLong()) {
            throw refused(
                    "The disruption budget " + name + " is still being processed by the server.",
                    UNOBSERVED_RETRY_SECONDS);
        }
        long allowed = status.path("disruptionsAllowed").asLong();
        if (allowed <= 0) {
            throw refused(
                    "The disruption budget "
                            + name
                            + " needs "
                            + status.path("desiredHealthy").asLong()
                            + " healthy pods and has "
                            + status.path("currentHealthy").asLong()
                            + " currently",
                    0);
        }
        if (dryRun) {
            return;
        }
        status.put("disruptionsAllowed", allowed - 1);
        status.withObject("/disruptedPods")
                .put(pod.key().name(), Metadata.time(writes.clock().instant()));
        if (allowed == 1) {
            exhausted(budget);
        }
        long revision = Long.parseLong(Metadata.text(budget, "resourceVersion"));
        ObjectKey key = new ObjectKey("poddisruptionbudgets.policy", pod.key().namespace(), name);
        Commit commit = writes.commit(new Change.Put(key, Draft.of(budget), revision));
        if (commit instanceof Commit.Stale) {
            throw refused(
                    "The disruption budget " + name + " is still being processed by the server.",
                    UNOBSERVED_RETRY_SECONDS);
        }
    }

    /// No more disruptions are allowed now: the budget's condition says so (recorded).
    private void exhausted(ObjectNode budget) {
        ArrayNode conditions = budget.withObject("/status").withArray("/conditions");
        for (int i = conditions.size() - 1; i >= 0; i--) {
            if (conditions.get(i).path("type").asText().equals("DisruptionAllowed")) {
                conditions.remove(i);
            }
        }
        conditions
                .addObject()
                .put("type", "DisruptionAllowed")
                .put("status", "False")
                .put(
                        "observedGeneration",
                        budget.path("status").path("observedGeneration").asLong())
                .put("lastTransitionTime", Metadata.time(writes.clock().instant()))
                .put("reason", "InsufficientPods")
                .put("message", "");
    }

    private static ApiError refused(String why, int retrySeconds) {
        return new ApiError(
                429,
                "TooManyRequests",
                REFUSED,
                new ApiError.Details(
                        null,
                        null,
                        null,
                        null,
                        List.of(new Cause("DisruptionBudget", "", why)),
                        retrySeconds));
    }
}
