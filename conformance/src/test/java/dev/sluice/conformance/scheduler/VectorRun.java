package dev.sluice.conformance.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.controllers.scheduling.SchedulerWords;
import dev.sluice.podscheduler.Decision;
import dev.sluice.podscheduler.PodScheduler;
import dev.sluice.podscheduler.cluster.Pod;
import dev.sluice.podscheduler.cluster.PodGroup;
import dev.sluice.podscheduler.config.ConfigurationFault;
import dev.sluice.podscheduler.config.SchedulerConfiguration;
import dev.sluice.podscheduler.cycle.TieBreak;
import dev.sluice.podscheduler.framework.PostFilterPlugin.Rescue;
import dev.sluice.podscheduler.metrics.Sample;
import dev.sluice.podscheduler.queue.QueuedPod.Pool;
import io.fabric8.kubernetes.api.model.Node;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Map.Entry;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// One vector played on a scheduler that is a mere value: a list of steps, each of which tells it something or says what is then seen.
///
/// | Step | Meaning |
/// |---|---|
/// | `node: {name, cpu, pods?, labels?}`, `nodeGone: NAME` | |
/// | `pod: {name, cpu?, gates?, labels?, priority?, node?, uid?, deleting?, scheduler?, group?, spec?}` | it comes or changes |
/// | `group: {name, minCount}`, `groupGone: NAME` | a pod group |
/// | `gone: NAME`, `bound: NAME` (where it was decided), `bindFailed: NAME` | |
/// | `many: {count, pod}`, `again: {count, step}` | pods `NAME-0`, …; a step so many times |
/// | `at: SECONDS` | of the vector's time, from 0 |
/// | `let: {PLUGIN: true}`, `activate`, `allow`, `reject: {pod, plugin}`, `preempted: {pod, someone}` | |
/// | `next: none`, `bind POD [NODE]`, `refuse POD`, `fail POD`, `hold POD`, `skip POD`, `together` and some of these | what is decided |
/// | `drain: N` | exactly so many pods are bound, one after the other, until nobody is left |
/// | `counts: {active, backoff, unschedulable, gated}` | those left out are 0 |
/// | `metrics: {TEXT: NUMBER}` | without `scheduler_`; 0 if it is not there |
/// | `explain: {pod, text}` | the explanation has this text in it |
/// | `message`, `due: SECONDS` from now, `log: […]`, `weights: {PLUGIN: N}` of the last decision | |
final class VectorRun {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final ObjectMapper JSON = new ObjectMapper();

    private final VectorPlugins plugins = new VectorPlugins();
    private final PodScheduler scheduler;
    private final Map<String, Pod> podByName = new LinkedHashMap<>();
    private final Map<String, String> nodeByPod = new HashMap<>();
    private Instant now = START;
    private @Nullable Decision last;

    VectorRun(JsonNode vector) throws ConfigurationFault {
        ObjectNode file = JSON.createObjectNode();
        if (vector.has("configuration")) {
            file.setAll((ObjectNode) vector.get("configuration"));
        } else {
            var enabled =
                    file.putArray("profiles")
                            .addObject()
                            .putObject("plugins")
                            .putObject("multiPoint")
                            .putArray("enabled");
            vector.path("plugins").forEach(name -> enabled.addObject().put("name", name.asText()));
        }
        SchedulerConfiguration configuration =
                SchedulerConfiguration.read(
                        JSON.convertValue(file, Map.class), plugins.catalogue());
        scheduler =
                new PodScheduler(
                        configuration.profiles(), configuration.backoff(), TieBreak.BY_UID);
    }

    void play(JsonNode steps) throws Exception {
        int number = 0;
        for (JsonNode step : steps) {
            number++;
            Entry<String, JsonNode> only = step.properties().iterator().next();
            try {
                play(only.getKey(), only.getValue());
            } catch (AssertionError failed) {
                throw new AssertionError(
                        "step " + number + ", " + step + ": " + failed.getMessage(), failed);
            }
        }
    }

    private void play(String verb, JsonNode value) throws Exception {
        switch (verb) {
            case "node" -> scheduler.nodeSeen(SchedulerWords.node(node(value)), now);
            case "nodeGone" -> scheduler.nodeGone(value.asText(), now);
            case "group" ->
                    scheduler.groupSeen(
                            new PodGroup(
                                    "ns",
                                    value.path("name").asText(),
                                    value.path("minCount").asInt()),
                            now);
            case "groupGone" -> scheduler.groupGone("ns", value.asText(), now);
            case "pod" -> see(pod(value, value.path("name").asText()));
            case "gone" ->
                    scheduler.podGone(
                            Objects.requireNonNull(podByName.remove(value.asText())), now);
            case "bound" -> {
                Pod pod = Objects.requireNonNull(podByName.get(value.asText()));
                see(pod.on(nodeByPod.get(pod.name())));
            }
            case "bindFailed" -> scheduler.bindFailed(uid(value.asText()), now);
            case "many" -> {
                String name = value.path("pod").path("name").asText();
                for (int i = 0; i < value.path("count").asInt(); i++) {
                    see(pod(value.get("pod"), name + "-" + i));
                }
            }
            case "again" -> {
                for (int i = 0; i < value.path("count").asInt(); i++) {
                    play(value.get("steps"));
                }
            }
            case "at" -> now = START.plusMillis(Math.round(value.asDouble() * 1000));
            case "let" ->
                    value.properties()
                            .forEach(e -> plugins.let(e.getKey(), e.getValue().asBoolean()));
            case "activate" -> scheduler.activate(uid(value.asText()), now);
            case "reject" ->
                    scheduler.reject(
                            uid(value.path("pod").asText()), value.path("plugin").asText(), "no");
            case "preempted" ->
                    scheduler.preempted(
                            uid(value.path("pod").asText()),
                            value.path("someone").asBoolean(),
                            now);
            case "drain" -> drain(value.asInt());
            default -> expect(verb, value);
        }
    }

    private void expect(String verb, JsonNode value) {
        switch (verb) {
            case "next" -> {
                String expected = value.asText();
                last = scheduler.next(now);
                String actual = text(last);
                assertThat(actual.equals(expected) || actual.startsWith(expected + " "))
                        .as("%s, expected %s", actual, expected)
                        .isTrue();
            }
            case "explain" ->
                    assertThat(scheduler.explain(uid(value.path("pod").asText())).text())
                            .contains(value.path("text").asText());
            case "counts" -> assertThat(counts()).isEqualTo(JSON.convertValue(value, Map.class));
            case "metrics" -> {
                Map<String, Double> seen = metrics();
                value.properties()
                        .forEach(
                                e ->
                                        assertThat(seen.getOrDefault(e.getKey(), 0.0))
                                                .as("%s in %s", e.getKey(), seen.keySet())
                                                .isEqualTo(e.getValue().asDouble()));
            }
            case "message" ->
                    assertThat(
                                    ((Decision.Refuse) Objects.requireNonNull(last))
                                            .placement()
                                            .message())
                            .contains(value.asText());
            case "due" ->
                    assertThat(Duration.between(now, scheduler.nextDue()).toMillis())
                            .isEqualTo(Math.round(value.asDouble() * 1000));
            case "log" -> assertThat(plugins.log).isEqualTo(JSON.convertValue(value, List.class));
            case "weights" -> {
                var sheet =
                        Objects.requireNonNull(
                                ((Decision.Bind) Objects.requireNonNull(last))
                                        .placement()
                                        .scores());
                value.properties()
                        .forEach(
                                e ->
                                        assertThat(sheet.column(e.getKey()).orElseThrow().weight())
                                                .isEqualTo(e.getValue().asInt()));
            }
            default -> throw new IllegalArgumentException("unknown step " + verb);
        }
    }

    private void see(Pod pod) {
        Pod before = podByName.put(pod.name(), pod);
        if (before != null && !before.uid().equals(pod.uid())) {
            scheduler.podGone(before, now);
            before = null;
        }
        scheduler.podSeen(before, pod, now);
    }

    private String uid(String name) {
        return Objects.requireNonNull(podByName.get(name), name).uid();
    }

    private void drain(int expected) {
        int bound = 0;
        Decision decision;
        while ((decision = scheduler.next(now)) != null) {
            assertThat(decision).isInstanceOf(Decision.Bind.class);
            Decision.Bind bind = (Decision.Bind) decision;
            see(bind.pod().on(bind.binding().node()));
            bound++;
        }
        assertThat(bound).isEqualTo(expected);
    }

    private String text(@Nullable Decision decision) {
        return switch (decision) {
            case null -> "none";
            case Decision.Bind bind -> {
                nodeByPod.put(bind.pod().name(), bind.binding().node());
                yield "bind " + bind.pod().name() + " " + bind.binding().node();
            }
            case Decision.Refuse refuse -> {
                Rescue rescue = refuse.placement().rescue();
                yield "refuse "
                        + refuse.pod().name()
                        + (rescue == null || rescue.victims().isEmpty() ? "" : " preempting");
            }
            case Decision.Fail fail -> "fail " + fail.pod().name();
            case Decision.Hold hold -> "hold " + hold.pod().name();
            case Decision.SkipDeleting skip -> "skip " + skip.pod().name();
            case Decision.Together together ->
                    "together "
                            + String.join(
                                    ", ", together.decisions().stream().map(this::text).toList());
        };
    }

    private Map<String, Integer> counts() {
        Map<String, Integer> counts = new HashMap<>();
        put(counts, "active", scheduler.waiting(Pool.ACTIVE));
        put(
                counts,
                "backoff",
                scheduler.waiting(Pool.BACKOFF) + scheduler.waiting(Pool.ERROR_BACKOFF));
        put(counts, "unschedulable", scheduler.waiting(Pool.UNSCHEDULABLE));
        put(counts, "gated", scheduler.waiting(Pool.GATED));
        return counts;
    }

    private static void put(Map<String, Integer> counts, String name, int count) {
        if (count != 0) {
            counts.put(name, count);
        }
    }

    private Map<String, Double> metrics() {
        Map<String, Double> values = new HashMap<>();
        for (Sample sample : scheduler.samples()) {
            String text = sample.line();
            values.put(
                    text.substring("scheduler_".length(), text.lastIndexOf(' ')), sample.value());
        }
        return values;
    }

    private static Node node(JsonNode value) {
        ObjectNode node = JSON.createObjectNode();
        ObjectNode metadata = node.putObject("metadata");
        metadata.put("name", value.path("name").asText());
        metadata.set("labels", value.path("labels").isObject() ? value.get("labels") : null);
        ObjectNode offers = node.putObject("status").putObject("allocatable");
        offers.put("cpu", value.path("cpu").asText("4"));
        offers.put("memory", "8Gi");
        offers.put("pods", value.path("pods").asText("110"));
        return JSON.convertValue(node, Node.class);
    }

    private static Pod pod(JsonNode value, String name) {
        ObjectNode pod = JSON.createObjectNode();
        ObjectNode metadata = pod.putObject("metadata");
        metadata.put("namespace", "ns").put("name", name);
        metadata.put("uid", value.path("uid").asText("uid-" + name));
        if (value.has("labels")) {
            metadata.set("labels", value.get("labels"));
        }
        if (value.path("deleting").asBoolean()) {
            metadata.put("deletionTimestamp", START.toString());
        }
        ObjectNode spec = pod.putObject("spec");
        if (value.has("spec")) {
            spec.setAll((ObjectNode) value.get("spec"));
        }
        if (value.has("group")) {
            spec.putObject("schedulingGroup").put("podGroupName", value.path("group").asText());
        }
        spec.put("schedulerName", value.path("scheduler").asText("default-scheduler"));
        spec.put("priority", value.path("priority").asInt());
        if (value.has("node")) {
            spec.put("nodeName", value.get("node").asText());
        }
        var gates = spec.putArray("schedulingGates");
        value.path("gates").forEach(gate -> gates.addObject().put("name", gate.asText()));
        spec.putArray("containers")
                .addObject()
                .put("name", "main")
                .putObject("resources")
                .putObject("requests")
                .put("cpu", value.path("cpu").asText("1"));
        return SchedulerWords.pod(
                JSON.convertValue(pod, io.fabric8.kubernetes.api.model.Pod.class));
    }
}
