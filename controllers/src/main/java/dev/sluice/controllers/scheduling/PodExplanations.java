package dev.sluice.controllers.scheduling;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.controllers.pod.QueuedPods;
import dev.sluice.controllers.visibility.Explanations;
import dev.sluice.podscheduler.Explanation;
import dev.sluice.podscheduler.framework.EventKind;
import dev.sluice.reconcile.Key;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/// Why pods have no node, as objects of the API: what the scheduler would decide now, each node's first refusal and what would lift it,
/// and who holds which gate. Made when it is asked for, by the code that decides.
///
/// @param queued how pods stand that wait for an admission; nothing where pods are not queued
public record PodExplanations(Scheduling scheduling, Supplier<Optional<QueuedPods>> queued) {
    /// Their kind; group and version are those of the explanations of workloads.
    public static final String KIND = "PodExplanation";

    private static final long ANSWER_SECONDS_MAX = 5;

    /// @return nothing when there is no pod of this name
    /// @throws TimeoutException when the scheduler has no time to answer
    public Optional<ObjectNode> of(String namespace, String name) throws TimeoutException {
        CompletableFuture<Optional<Explanation>> answer =
                scheduling.explain(new Key(namespace, name));
        try {
            return answer.get(ANSWER_SECONDS_MAX, TimeUnit.SECONDS)
                    .map(explanation -> whole(namespace, name, explanation));
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new TimeoutException("the scheduler is being stopped");
        } catch (ExecutionException failed) {
            throw new IllegalStateException("a pod could not be explained", failed.getCause());
        }
    }

    private ObjectNode whole(String namespace, String name, Explanation explanation) {
        ObjectNode document = document(namespace, name, explanation);
        queued.get()
                .flatMap(pods -> pods.of(namespace, name))
                .ifPresent(standing -> queueing(standing, document.putObject("queueing")));
        return document;
    }

    private static void queueing(QueuedPods.Standing standing, ObjectNode queueing) {
        if (!standing.group().isEmpty()) {
            queueing.put("group", standing.group());
        }
        if (standing.workload().isEmpty()) {
            standing.obstacles().forEach(queueing.putArray("obstacles")::add);
        } else {
            queueing.put("workload", standing.workload());
        }
    }

    private static ObjectNode document(String namespace, String name, Explanation explanation) {
        ObjectNode document = JsonNodeFactory.instance.objectNode();
        document.put("kind", KIND)
                .put("apiVersion", Explanations.GROUP + "/" + Explanations.VERSION);
        document.putObject("metadata").put("name", name).put("namespace", namespace);
        document.put("outlook", explanation.getClass().getSimpleName());
        document.put("message", explanation.text());
        switch (explanation) {
            case Explanation.Gated gated -> {
                document.put("since", gated.since().toString());
                ArrayNode gates = document.putArray("gates");
                for (Explanation.Gated.Gate gate : gated.gates()) {
                    ObjectNode one = gates.addObject().put("name", gate.name());
                    if (!gate.owner().isEmpty()) {
                        one.put("owner", gate.owner());
                    }
                    gate.setBy().forEach(one.putArray("setBy")::add);
                }
            }
            case Explanation.KeptOut kept ->
                    document.put("since", kept.since().toString()).put("plugin", kept.plugin());
            case Explanation.WithGroup waiting ->
                    document.put("since", waiting.since().toString())
                            .put("group", waiting.group())
                            .put("reason", waiting.reason().text());
            case Explanation.Refused refused -> {
                document.put("attempts", refused.attempts()).put("condition", refused.message());
                ArrayNode nodes = document.putArray("nodes");
                refused.nodes().forEach(on -> nodes.add(onNode(on)));
            }
            case Explanation.Placeable placeable -> document.put("node", placeable.node());
            case Explanation.Placed placed ->
                    document.put("node", placed.node()).put("phase", placed.phase());
            case Explanation.OnItsWay going -> document.put("node", going.node());
            case Explanation.NotWaiting _, Explanation.Broken _ -> {}
        }
        return document;
    }

    private static ObjectNode onNode(Explanation.Refused.OnNode on) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("node", on.node()).put("plugin", on.plugin());
        on.reasons().forEach(node.putArray("reasons")::add);
        if (!on.remedy().isEmpty()) {
            node.put("missing", on.remedy());
        }
        on.liftedBy().stream().map(EventKind::label).forEach(node.putArray("liftedBy")::add);
        return node.put("preemptionMayHelp", on.byPreemption());
    }
}
