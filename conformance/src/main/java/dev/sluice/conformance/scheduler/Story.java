package dev.sluice.conformance.scheduler;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.sluice.apiserver.StartupFailure;
import dev.sluice.podscheduler.config.ConfigurationFault;
import dev.sluice.podscheduler.config.PluginCatalogue;
import dev.sluice.podscheduler.config.SchedulerConfiguration;
import dev.sluice.podscheduler.metrics.Sample;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// One story, replayed on a fresh cluster.
final class Story {
    private static final JsonMapper JSON = new JsonMapper();

    /// The recordings looked when nothing had changed for a while.
    private static final Duration QUIET = Duration.ofMillis(600);

    /// When exactly the recorder looked is not recorded: at most 20 s after the last request.
    private static final int LOOKS_MAX = 33;

    /// Between two steps, so that a change of the second is seen.
    private static final Duration BETWEEN = Duration.ofMillis(500);

    private static final Map<String, Integer> PRIORITIES =
            Map.of("low", 10, "mid", 50, "high", 100, "top", 1000, "never", 100);

    private final JsonNode story;

    Story(JsonNode story) {
        this.story = story;
    }

    /// @return the first difference, or null
    @Nullable String play() {
        try (StoryCluster cluster = new StoryCluster(configuration(story))) {
            cluster.settle();
            PRIORITIES.forEach((name, value) -> priorityClass(cluster, name, value));
            cluster.rest(QUIET);
            StoryObserver observer = new StoryObserver(cluster);
            observer.observe();
            observer.turnThePage();
            int number = 0;
            for (JsonNode step : story.path("steps")) {
                String difference = step(cluster, observer, step);
                if (difference != null) {
                    return "/steps/"
                            + number
                            + " ("
                            + step.path("step").asText()
                            + ")"
                            + difference;
                }
                number++;
            }
            return null;
        } catch (StartupFailure failure) {
            throw new StoryFault(String.valueOf(failure.getMessage()));
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new StoryFault("the run was interrupted");
        }
    }

    private static SchedulerConfiguration configuration(JsonNode from) {
        String file = from.path("schedulerConfiguration").asText("");
        try {
            Map<?, ?> fields =
                    file.isEmpty() ? Map.of() : new YAMLMapper().readValue(file, Map.class);
            Map<String, Object> named = new LinkedHashMap<>();
            fields.forEach((name, value) -> named.put(String.valueOf(name), value));
            return SchedulerConfiguration.read(named, PluginCatalogue.standard());
        } catch (ConfigurationFault | IOException fault) {
            throw new StoryFault("schedulerConfiguration: " + fault.getMessage());
        }
    }

    private static void priorityClass(StoryCluster cluster, String name, int value) {
        ObjectNode body = JSON.createObjectNode();
        body.put("apiVersion", "scheduling.k8s.io/v1").put("kind", "PriorityClass");
        body.putObject("metadata").put("name", name);
        body.put("value", value);
        if (name.equals("never")) {
            body.put("preemptionPolicy", "Never");
        }
        String path = "/apis/scheduling.k8s.io/v1/priorityclasses";
        var answer = cluster.send("POST", path, null, body.toString());
        if (answer.code() >= 300) {
            throw new StoryFault("priority class " + name + " was refused: " + answer.body());
        }
    }

    private static @Nullable String step(
            StoryCluster cluster, StoryObserver observer, JsonNode step)
            throws InterruptedException {
        if (step.has("observedAttempts")) {
            return refusedAttempts(cluster);
        }
        if (step.has("observedSecondsBetweenAttempts")) {
            return brokenAttempts(cluster, step.path("observedSecondsBetweenAttempts"));
        }
        cluster.rest(BETWEEN);
        for (JsonNode action : step.path("do")) {
            if (action.path("scheduler").asText().equals("start")) {
                observer.forgetNumbers();
            }
            String difference = act(cluster, action);
            if (difference != null) {
                return difference;
            }
        }
        String difference = null;
        for (int i = 0; i < LOOKS_MAX; i++) {
            cluster.rest(QUIET);
            difference = StoryExpectation.differs(step.path("observed"), observer.observe());
            if (difference == null) {
                break;
            }
        }
        observer.turnThePage();
        return difference;
    }

    private static @Nullable String act(StoryCluster cluster, JsonNode action)
            throws InterruptedException {
        if (action.has("request")) {
            return request(cluster, action);
        }
        if (action.has("scheduler")) {
            if (action.path("scheduler").asText().equals("stop")) {
                cluster.settle();
                cluster.stopScheduler();
            } else if (action.has("schedulerConfiguration")) {
                cluster.startScheduler(configuration(action));
            } else {
                cluster.startScheduler();
            }
            return null;
        }
        if (action.has("podSchedulingReadiness")) {
            cluster.knowGates(action.path("podSchedulingReadiness").asBoolean());
            return null;
        }
        if (action.has("wait")) {
            String seconds = action.path("wait").asText().replace(" s", "");
            cluster.rest(Duration.ofMillis((long) (Double.parseDouble(seconds) * 1000)));
            return null;
        }
        if (action.has("the node ends its terminating pods")) {
            cluster.settle();
            for (JsonNode name : action.path("the node ends its terminating pods")) {
                cluster.send(
                        "DELETE",
                        "/api/v1/namespaces/default/pods/" + name.asText(),
                        null,
                        "{\"gracePeriodSeconds\":0}");
            }
            return null;
        }
        throw new StoryFault("an unknown action: " + action);
    }

    private static @Nullable String request(StoryCluster cluster, JsonNode action) {
        String[] request = action.path("request").asText().split(" ", 2);
        JsonNode body = action.path("body").deepCopy();
        String path = request[1];
        if (request[0].equals("POST") && body instanceof ObjectNode object) {
            complete(object, path);
        }
        var answer =
                cluster.send(
                        request[0],
                        path,
                        action.hasNonNull("contentType")
                                ? action.path("contentType").asText()
                                : null,
                        body.isMissingNode() ? null : body.toString());
        if (path.startsWith("/api/v1/nodes")) {
            // Nodes and pods come by two watches; the recorder's node had arrived when its pod did.
            cluster.settle();
        }
        int expected = action.path("response").path("code").asInt(200);
        if (answer.code() != expected) {
            return "/response: expected "
                    + action.path("response")
                    + ", got "
                    + answer.code()
                    + " "
                    + answer.body().path("message").asText();
        }
        String message = action.path("response").path("message").asText("");
        String actual = answer.body().path("message").asText();
        int cut = message.indexOf("…(diff)");
        boolean same =
                cut < 0
                        ? actual.equals(message)
                        : actual.startsWith(message.substring(0, cut).stripTrailing());
        boolean free = message.isEmpty() || message.contains("<uid");
        return same || free ? null : "/response/message: expected " + message + ", got " + actual;
    }

    /// Nodes and pods were recorded without type; a node's capacity equals its allocatable.
    private static void complete(ObjectNode body, String path) {
        if (path.endsWith("/nodes") || path.endsWith("/pods")) {
            body.put("apiVersion", "v1").put("kind", path.endsWith("/nodes") ? "Node" : "Pod");
        }
        if (path.endsWith("/nodes") && body.path("status") instanceof ObjectNode status) {
            status.set("capacity", status.path("allocatable"));
        }
    }

    /// For each of some nodes that come and go, one attempt: a refused pod does not wait its pause when nothing else
    /// is to be done (S2.33).
    private static @Nullable String refusedAttempts(StoryCluster cluster) {
        int nodes = 12;
        double before = attempts(cluster);
        for (int i = 1; i <= nodes; i++) {
            String node =
                    """
                    {"apiVersion":"v1","kind":"Node","metadata":{"name":"t%d"},
                     "spec":{"taints":[{"key":"a","effect":"NoSchedule"}]},
                     "status":{"allocatable":{"cpu":"16","memory":"8Gi","pods":"110"},
                               "capacity":{"cpu":"16","memory":"8Gi","pods":"110"}}}"""
                            .formatted(i);
            cluster.send("POST", "/api/v1/nodes", null, node);
            cluster.rest(Duration.ofMillis(450));
            cluster.send("DELETE", "/api/v1/nodes/t" + i, null, null);
            cluster.rest(Duration.ofMillis(50));
        }
        double grown = attempts(cluster) - before;
        return grown == nodes
                ? null
                : "/observedAttempts: expected one for each of " + nodes + " nodes, got " + grown;
    }

    /// The pauses after attempts that broke, in whole seconds.
    private static @Nullable String brokenAttempts(StoryCluster cluster, JsonNode recorded) {
        for (int i = 1; i <= 2; i++) {
            String node =
                    """
                    {"apiVersion":"v1","kind":"Node",
                     "metadata":{"name":"n%d","labels":{"kubernetes.io/hostname":"n%d"}},
                     "status":{"allocatable":{"cpu":"4","memory":"8Gi","pods":"110"},
                               "capacity":{"cpu":"4","memory":"8Gi","pods":"110"}}}"""
                            .formatted(i, i);
            cluster.send("POST", "/api/v1/nodes", null, node);
        }
        String pod =
                """
                {"apiVersion":"v1","kind":"Pod","metadata":{"name":"p"},"spec":{
                 "containers":[{"name":"c","image":"registry.example/none:1",
                   "resources":{"requests":{"cpu":"1"}}}],
                 "affinity":{"nodeAffinity":{"preferredDuringSchedulingIgnoredDuringExecution":[
                   {"weight":1,"preference":{"matchExpressions":[
                     {"key":"g","operator":"Gt","values":["-3"]}]}}]}}}}""";
        cluster.send("POST", "/api/v1/namespaces/default/pods", null, pod);
        cluster.settle();
        List<Integer> gaps = new ArrayList<>();
        double seen = attempts(cluster);
        int since = 0;
        for (int tenths = 1; tenths <= 390; tenths++) {
            cluster.rest(Duration.ofMillis(100));
            since++;
            double now = attempts(cluster);
            if (now != seen) {
                gaps.add((int) Math.round(since / 10.0));
                since = 0;
                seen = now;
            }
        }
        ArrayNode actual = JSON.createArrayNode();
        gaps.forEach(actual::add);
        return actual.equals(recorded)
                ? null
                : "/observedSecondsBetweenAttempts: expected " + recorded + ", got " + actual;
    }

    private static double attempts(StoryCluster cluster) {
        return cluster.samples().stream()
                .filter(sample -> sample.name().equals("scheduler_schedule_attempts_total"))
                .mapToDouble(Sample::value)
                .sum();
    }
}
