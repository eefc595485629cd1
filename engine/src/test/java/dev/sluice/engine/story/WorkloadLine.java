package dev.sluice.engine.story;

import dev.sluice.engine.spec.AdmissionConstraints;
import dev.sluice.engine.spec.PodSetSpec;
import dev.sluice.engine.spec.WorkloadKey;
import dev.sluice.engine.spec.WorkloadSpec;
import dev.sluice.model.NodeSelection;
import dev.sluice.model.Toleration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// `submit QUEUE/NAME …`: what a story says about a workload.
///
/// Resources and amounts a pod come first; `pods 4 min 2` are counts; `and NAME` begins another pod set.
final class WorkloadLine {

    private final String queue;
    private final String name;
    private final List<PodSetSpec> podSets = new ArrayList<>();
    private int priority;
    private long created;
    private boolean cannotPreempt;
    private boolean cannotBorrow;
    private boolean active = true;
    private WorkloadSpec.@Nullable Hold held;
    private final List<String> gates = new ArrayList<>();
    private @Nullable String replaces;
    private @Nullable String parent;
    private final List<String> allowed = new ArrayList<>();

    private String podSet = "main";
    private int count = 1;
    private @Nullable Integer min;
    private Map<String, Long> requests = new LinkedHashMap<>();
    private Map<String, String> selector = new LinkedHashMap<>();
    private final List<Toleration> tolerations = new ArrayList<>();

    private WorkloadLine(Words words, String where, long created) {
        String[] parts = where.split("/", 2);
        if (parts.length < 2) {
            throw words.wrong("does not say queue/name");
        }
        this.queue = parts[0];
        this.name = parts[1];
        this.created = created;
        while (words.more()) {
            readWord(words.next(), words);
        }
        closePodSet();
    }

    /// @param created seconds since the story's start, if the line does not say
    static WorkloadSpec read(Words words, String where, long created, long generation) {
        WorkloadLine line = new WorkloadLine(words, where, created);
        return new WorkloadSpec(
                key(line.name),
                "u-" + line.name,
                generation,
                line.queue,
                line.priority,
                0,
                "",
                Instant.EPOCH.plusSeconds(line.created),
                line.active,
                line.held,
                line.podSets,
                new AdmissionConstraints(line.cannotPreempt, line.cannotBorrow),
                line.gates,
                line.replaces == null ? null : key(line.replaces),
                line.allowed.isEmpty() ? null : line.allowed,
                line.parent == null ? null : key(line.parent),
                null);
    }

    static WorkloadKey key(String name) {
        return new WorkloadKey(Stage.NAMESPACE, name);
    }

    private void readWord(String word, Words words) {
        switch (word) {
            case "priority" -> priority = words.number();
            case "created" -> created = words.number();
            case "cannot-preempt" -> cannotPreempt = true;
            case "cannot-borrow" -> cannotBorrow = true;
            case "inactive" -> active = false;
            case "gated" -> held = WorkloadSpec.Hold.GATED;
            case "gate" -> gates.add(words.next());
            case "replaces" -> replaces = words.next();
            case "variant-of" -> parent = words.next();
            case "only" -> allowed.add(words.next());
            case "pods" -> count = words.number();
            case "min" -> min = words.number();
            case "select" -> {
                String[] pair = words.next().split("=", 2);
                selector.put(pair[0], pair[1]);
            }
            case "tolerate" -> tolerations.add(Toleration.exists(words.next()));
            case "and" -> {
                closePodSet();
                podSet = words.next();
            }
            default -> requests.put(word, Words.amount(word, words.next()));
        }
    }

    private void closePodSet() {
        podSets.add(
                new PodSetSpec(
                        podSet,
                        count,
                        min,
                        requests,
                        new NodeSelection(selector, false, List.of()),
                        tolerations,
                        "",
                        null,
                        null));
        count = 1;
        min = null;
        requests = new LinkedHashMap<>();
        selector = new LinkedHashMap<>();
    }
}
