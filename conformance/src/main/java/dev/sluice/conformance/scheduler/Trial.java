package dev.sluice.conformance.scheduler;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.controllers.scheduling.OwnerWords;
import dev.sluice.controllers.scheduling.SchedulerWords;
import dev.sluice.podscheduler.cluster.ClusterState;
import dev.sluice.podscheduler.cluster.NodeState;
import dev.sluice.podscheduler.cluster.Pod;
import dev.sluice.podscheduler.config.ConfigurationFault;
import dev.sluice.podscheduler.config.PluginCatalogue;
import dev.sluice.podscheduler.config.SchedulerConfiguration;
import dev.sluice.podscheduler.cycle.Placement;
import dev.sluice.podscheduler.cycle.SchedulingCycle;
import dev.sluice.podscheduler.cycle.ScoreSheet;
import dev.sluice.podscheduler.framework.CycleState;
import dev.sluice.podscheduler.framework.Diagnosis;
import dev.sluice.podscheduler.framework.FilterPlugin;
import dev.sluice.podscheduler.framework.PostFilterPlugin.Rescue;
import dev.sluice.podscheduler.framework.PreFilterPlugin;
import dev.sluice.podscheduler.framework.PreScorePlugin;
import dev.sluice.podscheduler.framework.Profile;
import dev.sluice.podscheduler.framework.Status;
import dev.sluice.podscheduler.preemption.PreemptionSearch;
import dev.sluice.podscheduler.preemption.PreemptionSearch.Found;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// One world on the scheduler, with the outcome in the form of the recordings.
final class Trial {
    private static final KubernetesSerialization OBJECTS = new KubernetesSerialization();

    private final Profile profile;
    private final ClusterState cluster = new ClusterState();
    private final Pod pod;
    private final ObjectNode result = JsonNodeFactory.instance.objectNode();

    private Trial(Profile profile, Pod pod) {
        this.profile = profile;
        this.pod = pod;
    }

    static Trial of(JsonNode world) throws UnsupportedWorld {
        Pod toPlace = pod(world.path("pod"));
        Trial trial = new Trial(profile(world, toPlace), toPlace);
        trial.lookedUp(world);
        for (JsonNode node : world.path("nodes")) {
            trial.cluster.put(
                    SchedulerWords.node(
                            OBJECTS.unmarshal(
                                    node.toString(), io.fabric8.kubernetes.api.model.Node.class)));
        }
        for (JsonNode other : world.path("pods")) {
            Pod running = pod(other);
            if (running.nodeName() != null && !running.finished()) {
                trial.cluster.place(running, running.nodeName());
            } else if (running.nominatedNodeName() != null) {
                trial.cluster.nominations().put(running, running.nominatedNodeName());
            }
        }
        for (JsonNode budget : world.path("pdbs")) {
            trial.cluster.put(
                    SchedulerWords.budget(
                            OBJECTS.unmarshal(budget.toString(), PodDisruptionBudget.class)));
        }
        return trial;
    }

    private static Profile profile(JsonNode world, Pod pod) throws UnsupportedWorld {
        try {
            var file = OBJECTS.unmarshal(world.path("config").toString(), Map.class);
            return SchedulerConfiguration.read(
                            world.has("config") ? file : Map.of(), PluginCatalogue.standard())
                    .profiles()
                    .of(pod.schedulerName());
        } catch (ConfigurationFault fault) {
            throw new UnsupportedWorld("/config: " + fault.getMessage());
        }
    }

    /// Objects that plugins look up.
    private void lookedUp(JsonNode world) {
        for (JsonNode json : world.path("namespaces")) {
            var namespace = OBJECTS.unmarshal(json.toString(), Namespace.class);
            cluster.putNamespace(
                    namespace.getMetadata().getName(), namespace.getMetadata().getLabels());
        }
        for (JsonNode json : world.path("services")) {
            OwnerWords.put(cluster.owners(), OBJECTS.unmarshal(json.toString(), Service.class));
        }
        for (JsonNode json : world.path("replicaSets")) {
            OwnerWords.put(cluster.owners(), OBJECTS.unmarshal(json.toString(), ReplicaSet.class));
        }
        for (JsonNode json : world.path("statefulSets")) {
            OwnerWords.put(cluster.owners(), OBJECTS.unmarshal(json.toString(), StatefulSet.class));
        }
    }

    private static Pod pod(JsonNode json) {
        var pod = OBJECTS.unmarshal(json.toString(), io.fabric8.kubernetes.api.model.Pod.class);
        if (pod.getMetadata().getNamespace() == null) {
            pod.getMetadata().setNamespace("default");
        }
        if (pod.getMetadata().getUid() == null) {
            pod.getMetadata()
                    .setUid(pod.getMetadata().getNamespace() + "/" + pod.getMetadata().getName());
        }
        return SchedulerWords.pod(pod);
    }

    ObjectNode run() {
        Placement placement = new SchedulingCycle(profile).place(pod, cluster);
        if (cluster.nodes().isEmpty()) {
            result.putNull("nodeOrder");
        } else {
            names("nodeOrder", cluster.nodes());
        }
        if (!cluster.nodes().isEmpty()) {
            skipped();
        }
        switch (placement) {
            case Placement.Placed placed -> {
                placed(placed);
                lookElsewhere(placed);
            }
            case Placement.Refused refused -> refused(refused);
            case Placement.Broken broken -> {
                result.remove("skippedFilters");
                result.put("result", "error");
                result.putArray("feasible");
                result.put("reason", "SchedulerError");
                result.put("message", broken.message());
            }
        }
        return result;
    }

    /// A pod that goes where it was promised room is not compared with other nodes; the recordings do it for
    /// information.
    private void lookElsewhere(Placement.Placed taken) {
        if (pod.nominatedNodeName() == null) {
            return;
        }
        Pod unpromised = pod.on(pod.nodeName());
        if (new SchedulingCycle(profile).place(unpromised, cluster)
                instanceof Placement.Placed placed) {
            placed(placed);
            if (taken.node().name().equals(pod.nominatedNodeName())) {
                result.putArray("best").add(taken.node().name());
            }
        }
    }

    private void placed(Placement.Placed placed) {
        result.put("result", "scheduled");
        sorted("feasible", placed.feasible());
        filters(placed.diagnosis());
        ScoreSheet scores = placed.scores();
        if (scores == null) {
            result.putArray("best").add(placed.node().name());
            return;
        }
        sorted("best", scores.best());
        TreeSet<String> silent = new TreeSet<>();
        CycleState state = new CycleState();
        for (PreScorePlugin plugin : profile.preScore()) {
            if (plugin.preScore(state, pod, cluster, scores.nodes()).isSkip()) {
                silent.add(plugin.name());
            }
        }
        if (!silent.isEmpty()) {
            ArrayNode skippedScores = result.putArray("skippedScores");
            silent.forEach(skippedScores::add);
        }
        scores(scores);
    }

    private void scores(ScoreSheet sheet) {
        ObjectNode scores = result.putObject("scores");
        for (int i = 0; i < sheet.nodes().size(); i++) {
            ObjectNode plugins = scores.putObject(sheet.nodes().get(i).name()).putObject("plugins");
            for (ScoreSheet.Column column : sheet.columns()) {
                ObjectNode score = plugins.putObject(column.plugin());
                score.put("raw", column.raw(i));
                score.put("normalised", column.normalised(i));
                score.put("weighted", column.normalised(i) * column.weight());
            }
        }
    }

    private void refused(Placement.Refused refused) {
        result.put("result", "unschedulable");
        result.put("reason", "Unschedulable");
        result.put("message", refused.message());
        result.putArray("feasible");
        Diagnosis diagnosis = refused.diagnosis();
        if (diagnosis == null) {
            return;
        }
        filters(diagnosis);
        ArrayNode plugins = result.putArray("unschedulablePlugins");
        new TreeSet<>(diagnosis.plugins()).forEach(plugins::add);
        Rescue rescue = refused.rescue();
        if (rescue != null) {
            Found found = PreemptionSearch.DEFAULT.run(pod, cluster, diagnosis, refused.filters());
            result.set("preemption", Rescues.describe(found, rescue));
        }
    }

    private void skipped() {
        CycleState state = new CycleState();
        TreeSet<String> names = new TreeSet<>();
        for (PreFilterPlugin plugin : profile.preFilter()) {
            switch (plugin.preFilter(state, pod, cluster)) {
                case PreFilterPlugin.Verdict.Proceed() -> {}
                case PreFilterPlugin.Verdict.Skip() -> names.add(plugin.name());
                case PreFilterPlugin.Verdict.Only(var nodes) -> {
                    ArrayNode only = result.putObject("preFilter").putArray("nodes");
                    new TreeSet<>(nodes).forEach(only::add);
                }
                case PreFilterPlugin.Verdict.Refuse(Status status) -> {
                    result.putObject("preFilter")
                            .put("plugin", plugin.name())
                            .put("code", status.code().text())
                            .put("message", status.message());
                    return;
                }
            }
        }
        if (!names.isEmpty()) {
            ArrayNode skipped = result.putArray("skippedFilters");
            names.forEach(skipped::add);
        }
    }

    private void filters(Diagnosis diagnosis) {
        if (diagnosis.refusals().isEmpty()) {
            return;
        }
        ObjectNode filters = result.putObject("filter");
        for (Diagnosis.Refusal refusal : diagnosis.refusals()) {
            NodeState node = refusal.node();
            if (node == null) {
                continue;
            }
            ObjectNode filter = filters.putObject(node.name());
            filter.put("plugin", refusal.plugin());
            filter.put("code", refusal.status().code().text());
            ArrayNode reasons = filter.putArray("reasons");
            refusal.status().reasons().forEach(reasons::add);
            List<String> also = also(refusal.plugin(), node);
            if (!also.isEmpty()) {
                ArrayNode others = filter.putArray("also");
                also.forEach(others::add);
            }
        }
    }

    private List<String> also(String first, NodeState node) {
        CycleState state = new CycleState();
        TreeSet<String> skipped = new TreeSet<>();
        for (PreFilterPlugin plugin : profile.preFilter()) {
            if (plugin.preFilter(state, pod, cluster) instanceof PreFilterPlugin.Verdict.Skip) {
                skipped.add(plugin.name());
            }
        }
        return profile.filter().stream()
                .filter(plugin -> !skipped.contains(plugin.name()))
                .filter(plugin -> !plugin.filter(state, pod, node).isSuccess())
                .map(FilterPlugin::name)
                .filter(name -> !name.equals(first))
                .toList();
    }

    private void names(String field, Collection<NodeState> nodes) {
        ArrayNode array = result.putArray(field);
        nodes.forEach(node -> array.add(node.name()));
    }

    private void sorted(String field, Collection<NodeState> nodes) {
        ArrayNode array = result.putArray(field);
        nodes.stream()
                .map(NodeState::name)
                .collect(Collectors.toCollection(TreeSet::new))
                .forEach(array::add);
    }
}
