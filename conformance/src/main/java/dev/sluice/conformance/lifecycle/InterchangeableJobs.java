package dev.sluice.conformance.lifecycle;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/// Jobs of a scenario that nothing tells apart but their names: equal in everything else, created one after the other without a pause, so
/// that their times may be the same second, and not named by any later step. Which of them is preempted is decided by their random UIDs.
///
/// @param groups names of jobs, by two and more
record InterchangeableJobs(List<List<String>> groups) {
    private static final int NAMINGS_MAX = 2_000;

    /// @param later the steps that are still to be done
    static InterchangeableJobs of(List<Scenario.Turn> all, List<Scenario.Turn> later) {
        List<List<String>> groups = new ArrayList<>();
        Map<Nameless, List<String>> alike = new LinkedHashMap<>();
        for (Scenario.Turn turn : all.subList(0, all.size() - later.size())) {
            if (turn.step() instanceof Step.Pause) {
                groups.addAll(alike.values());
                alike.clear();
            } else if (turn.step() instanceof Step.Apply apply && isJob(apply.manifest())) {
                ObjectNode nameless = apply.manifest().deepCopy();
                ((ObjectNode) nameless.get("metadata")).remove("name");
                alike.computeIfAbsent(new Nameless(turn.on(), nameless), _ -> new ArrayList<>())
                        .add(apply.manifest().path("metadata").path("name").asText());
            }
        }
        groups.addAll(alike.values());
        Set<String> named = new TreeSet<>();
        later.forEach(
                turn -> names(turn.step()).forEach(name -> named.addAll(List.of(name.split("-")))));
        groups.forEach(group -> group.removeIf(named::contains));
        return new InterchangeableJobs(groups.stream().filter(group -> group.size() > 1).toList());
    }

    private record Nameless(String cluster, ObjectNode manifest) {}

    private static boolean isJob(ObjectNode manifest) {
        return manifest.path("kind").asText().equals("Job");
    }

    private static Stream<String> names(Step step) {
        return switch (step) {
            case Step.Apply apply -> Stream.of(Ref.of(apply.manifest()).name());
            case Step.Patch patch -> Stream.of(patch.ref().name());
            case Step.Delete delete -> Stream.of(delete.ref().name());
            case Step.NodeReport report -> report.pods().stream();
            case Step.Wait wait -> names(wait.what());
            case Step.Kubectl kubectl ->
                    kubectl.output().lines().flatMap(l -> Stream.of(l.split("\\s+")));
            case Step.Pause _, Step.Reach _, Step.Compare _, Step.Note _ -> Stream.empty();
        };
    }

    private static Stream<String> names(Await what) {
        return switch (what) {
            case Await.Condition condition -> Stream.of(condition.ref().name());
            case Await.Field field -> Stream.of(field.ref().name());
            case Await.Gone gone -> Stream.of(gone.ref().name());
            case Await.Pods pods -> Stream.of(pods.owner());
            case Await.Event event -> event.object().stream();
        };
    }

    /// The ways in which the jobs can stand for one another, so that at each checkpoint as many run, wait and are gone as recorded.
    ///
    /// @param histories of each cluster
    Collection<Naming> namings(Collection<List<Checkpoint>> histories) {
        List<Map<String, String>> namings = List.of(Map.of());
        for (List<String> group : groups) {
            List<Map<String, String>> ofGroup = new ArrayList<>();
            assign(group, 0, new LinkedHashMap<>(), lives(group, histories), ofGroup);
            List<Map<String, String>> combined = new ArrayList<>();
            for (Map<String, String> naming : namings) {
                for (Map<String, String> more : ofGroup) {
                    Map<String, String> both = new HashMap<>(naming);
                    both.putAll(more);
                    combined.add(both);
                }
            }
            namings = combined.subList(0, Math.min(combined.size(), NAMINGS_MAX));
        }
        return namings.stream().map(Naming::new).toList();
    }

    private static void assign(
            List<String> group,
            int index,
            Map<String, String> chosen,
            Map<String, Life> lives,
            List<Map<String, String>> found) {
        if (index == group.size()) {
            found.add(new HashMap<>(chosen));
            return;
        }
        String ours = group.get(index);
        for (String recorded : group) {
            if (found.size() < NAMINGS_MAX
                    && !chosen.containsValue(recorded)
                    && life(lives, recorded).recorded().equals(life(lives, ours).ours())) {
                chosen.put(ours, recorded);
                assign(group, index + 1, chosen, lives, found);
                chosen.remove(ours);
            }
        }
    }

    private static Life life(Map<String, Life> lives, String name) {
        return lives.getOrDefault(name, new Life(List.of(), List.of()));
    }

    /// How a job and its copies fared at each checkpoint of each cluster.
    private record Life(List<String> recorded, List<String> ours) {}

    private static Map<String, Life> lives(
            List<String> group, Collection<List<Checkpoint>> histories) {
        Map<String, Life> lives = new HashMap<>();
        for (String name : group) {
            List<String> recorded = new ArrayList<>();
            List<String> ours = new ArrayList<>();
            for (List<Checkpoint> history : histories) {
                String before = "none";
                for (Checkpoint checkpoint : history) {
                    before = recorded(checkpoint.expectation(), new Ref("Job", name), before);
                    recorded.add(before);
                    ObjectNode seen = checkpoint.snapshot().objects().get(new Ref("Job", name));
                    ours.add(seen == null ? "none" : state(seen.path("spec")));
                }
            }
            lives.put(name, new Life(recorded, ours));
        }
        return lives;
    }

    private static String recorded(Expectation expectation, Ref job, String before) {
        for (ObjectNode object : expectation.objects()) {
            if (Ref.of(object).equals(job)) {
                return object.path("spec").isObject() ? state(object.path("spec")) : before;
            }
        }
        return expectation.gone().contains(job) ? "none" : before;
    }

    private static String state(JsonNode spec) {
        return spec.path("suspend").asBoolean() ? "suspended" : "running";
    }
}
