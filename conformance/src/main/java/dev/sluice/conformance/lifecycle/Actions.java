package dev.sluice.conformance.lifecycle;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.conformance.embedded.Answer;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;

/// What a scenario does to a cluster. Each method returns a difference when the cluster's answer is not the recorded one.
final class Actions {
    private static final String JSON = "application/json";

    /// Lists whose elements tell when they last changed; the recordings left that out.
    private static final Set<String> TIMED =
            Set.of("conditions", "admissionChecks", "preemptionGates");

    private static final Set<String> WORK =
            Set.of("Job", "Pod", "Workload", "Deployment", "StatefulSet");

    private final World world;
    private final Site site;
    private final Observer observer;
    private final NodeAgent agent;
    private final Bindings bindings;
    private final Spacing spacing;

    Actions(
            World world,
            Site site,
            Observer observer,
            NodeAgent agent,
            Bindings bindings,
            Spacing spacing) {
        this.world = world;
        this.site = site;
        this.observer = observer;
        this.agent = agent;
        this.bindings = bindings;
        this.spacing = spacing;
    }

    Optional<String> apply(Step.Apply apply) {
        ObjectNode manifest = apply.manifest().deepCopy();
        JsonNode status = manifest.remove("status");
        String kind = manifest.path("kind").asText();
        if (WORK.contains(kind)) {
            spacing.creating();
        }
        Resource resource = Resource.of(kind);
        Answer created =
                site.send("POST", resource.collection(), JSON, filled(manifest).toString());
        Optional<String> difference = differs(created, apply.refused());
        if (difference.isPresent() || status == null) {
            return difference;
        }
        ObjectNode patch = JsonNodeFactory.instance.objectNode();
        patch.set("status", withTimes(status));
        String name = created.body().path("metadata").path("name").asText();
        return differs(
                site.send(
                        "PATCH",
                        resource.one(name) + "/status",
                        "application/merge-patch+json",
                        patch.toString()),
                Optional.empty());
    }

    Optional<String> patch(Step.Patch patch) {
        Optional<JsonNode> target = observer.take(patch.ref());
        if (target.isEmpty()) {
            return Optional.of(patch.ref() + " does not exist");
        }
        String contentType =
                switch (patch.type()) {
                    case "json" -> "application/json-patch+json";
                    case "strategic" -> "application/strategic-merge-patch+json";
                    default -> "application/merge-patch+json";
                };
        String path = pathOf(patch.ref(), target.get());
        return differs(
                site.send(
                        "PATCH",
                        patch.subresource().isEmpty() ? path : path + "/" + patch.subresource(),
                        contentType,
                        withTimes(patch.body()).toString()),
                patch.refused());
    }

    Optional<String> delete(Step.Delete delete) {
        Optional<JsonNode> target = observer.take(delete.ref());
        if (target.isEmpty()) {
            return Optional.of(delete.ref() + " does not exist");
        }
        ObjectNode options = JsonNodeFactory.instance.objectNode();
        if (!delete.propagation().isEmpty()) {
            options.put("propagationPolicy", delete.propagation());
        } else if (delete.ref().kind().equals("Job")) {
            options.put("propagationPolicy", "Background");
        }
        return differs(
                site.send("DELETE", pathOf(delete.ref(), target.get()), JSON, options.toString()),
                delete.refused());
    }

    Optional<String> report(Step.NodeReport report) {
        AtomicReference<Optional<String>> difference = new AtomicReference<>(Optional.empty());
        site.atOnce(() -> difference.set(reportEach(report)));
        return difference.get();
    }

    private Optional<String> reportEach(Step.NodeReport report) {
        for (String name : report.pods()) {
            Optional<JsonNode> pod = observer.take(new Ref("Pod", name));
            if (pod.isEmpty()) {
                return Optional.of("Pod/" + name + " does not exist");
            }
            Optional<String> difference =
                    differs(agent.report(pod.get(), report), Optional.empty());
            if (difference.isPresent()) {
                return difference;
            }
        }
        return Optional.empty();
    }

    private static String pathOf(Ref ref, JsonNode target) {
        return Resource.of(ref.kind()).one(target.path("metadata").path("name").asText());
    }

    /// The manifest with the values of placeholders that an earlier step has bound.
    private JsonNode filled(JsonNode node) {
        return switch (node) {
            case ObjectNode object -> {
                ObjectNode copy = JsonNodeFactory.instance.objectNode();
                object.properties()
                        .forEach(entry -> copy.set(entry.getKey(), filled(entry.getValue())));
                yield copy;
            }
            case ArrayNode array -> {
                ArrayNode copy = JsonNodeFactory.instance.arrayNode();
                array.forEach(element -> copy.add(filled(element)));
                yield copy;
            }
            default ->
                    node.isTextual()
                            ? JsonNodeFactory.instance.textNode(
                                    new Template(node.asText())
                                            .resolved(bindings)
                                            .orElse(node.asText()))
                            : node;
        };
    }

    private JsonNode withTimes(JsonNode node) {
        JsonNode copy = filled(node);
        copy.findParents("status").forEach(this::addTimes);
        addTimes(copy);
        return copy;
    }

    private void addTimes(JsonNode holder) {
        for (JsonNode inner : List.of(holder, holder.path("status"))) {
            for (String list : TIMED) {
                for (JsonNode element : inner.path(list)) {
                    if (element instanceof ObjectNode object && !object.has("lastTransitionTime")) {
                        object.put("lastTransitionTime", NodeAgent.timestamp(world.now()));
                    }
                }
            }
        }
    }

    private Optional<String> differs(Answer answer, Optional<Step.Refused> refused) {
        if (refused.isEmpty()) {
            return answer.succeeded()
                    ? Optional.empty()
                    : Optional.of("it was refused: " + ScenarioRun.shown(answer));
        }
        Step.Refused expected = refused.get();
        JsonNode body = answer.body();
        int mark = bindings.mark();
        boolean same =
                answer.code() == expected.code()
                        && body.path("reason").asText().equals(expected.reason())
                        && new Template(expected.message())
                                .matches(body.path("message").asText(), bindings)
                        && causes(body.path("details").path("causes"))
                                .equals(causes(expected.causes()));
        if (same) {
            return Optional.empty();
        }
        bindings.rewind(mark);
        return Optional.of("expected " + expected + ", got " + answer.code() + " " + body);
    }

    private static Set<List<String>> causes(Iterable<JsonNode> causes) {
        Set<List<String>> set = new HashSet<>();
        for (JsonNode cause : causes) {
            set.add(
                    List.of(
                            cause.path("reason").asText(cause.path("type").asText()),
                            cause.path("message").asText(),
                            cause.path("field").asText()));
        }
        return set;
    }
}
