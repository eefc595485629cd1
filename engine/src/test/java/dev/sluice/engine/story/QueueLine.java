package dev.sluice.engine.story;

import dev.sluice.engine.spec.ClusterQueueSpec;
import dev.sluice.engine.spec.CohortSpec;
import dev.sluice.engine.spec.FlavorSpec;
import dev.sluice.engine.spec.Fungibility;
import dev.sluice.engine.spec.Preemption;
import dev.sluice.engine.spec.Preemption.Policy;
import dev.sluice.engine.spec.Quota;
import dev.sluice.engine.spec.ResourceGroup;
import dev.sluice.engine.spec.StopPolicy;
import dev.sluice.model.LabelSelector;
import dev.sluice.model.Taint;
import dev.sluice.model.Toleration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// `queue …`, `cohort …` and `flavor …`: what a story says about quota.
///
/// `x:4/2/1` is flavor x with 4 cpu, borrowing limit 2 and lending limit 1 (`-` for none); `x:cpu=4,gpu=2` names the
/// resources; `|` begins another resource group.
final class QueueLine {

    private final String name;
    private @Nullable String parent;
    private final List<ResourceGroup> groups = new ArrayList<>();
    private boolean strict;
    private boolean nextWhenBorrowing;
    private boolean nextWhenPreempting = true;
    private Fungibility.Preference preference = Fungibility.Preference.BORROWING_OVER_PREEMPTION;
    private Policy within = Policy.NEVER;
    private Policy reclaim = Policy.NEVER;
    private Preemption.BorrowWithinCohort borrowing = Preemption.BorrowWithinCohort.NEVER;
    private StopPolicy stop = StopPolicy.NONE;
    private final SequencedMap<String, Set<String>> checks = new LinkedHashMap<>();
    private double weight = 1;
    private boolean usageBased;
    private ClusterQueueSpec.@Nullable ConcurrentAdmission concurrent;

    private QueueLine(Words words) {
        name = words.next();
        SequencedMap<String, Map<String, Quota>> flavors = new LinkedHashMap<>();
        while (words.more()) {
            String word = words.next();
            if (word.equals("|")) {
                closeGroup(flavors);
                flavors = new LinkedHashMap<>();
            } else if (word.contains(":")) {
                readFlavor(word, flavors);
            } else {
                readOption(word, words);
            }
        }
        closeGroup(flavors);
    }

    static ClusterQueueSpec queue(Words words) {
        QueueLine line = new QueueLine(words);
        return new ClusterQueueSpec(
                line.name,
                line.parent,
                line.groups,
                line.strict,
                LabelSelector.EVERYTHING,
                new Fungibility(line.nextWhenBorrowing, line.nextWhenPreempting, line.preference),
                new Preemption(line.within, line.reclaim, line.borrowing),
                line.stop,
                line.checks,
                line.weight,
                line.usageBased,
                line.concurrent,
                false);
    }

    static CohortSpec cohort(Words words) {
        QueueLine line = new QueueLine(words);
        return new CohortSpec(line.name, line.parent, line.groups, line.weight);
    }

    /// `flavor x [label k=v]… [taint k=v]… [tolerate k]…`
    static FlavorSpec flavor(Words words) {
        String name = words.next();
        Map<String, String> labels = new LinkedHashMap<>();
        List<Taint> taints = new ArrayList<>();
        List<Toleration> tolerations = new ArrayList<>();
        while (words.more()) {
            String kind = words.next();
            String[] pair = words.next().split("=", 2);
            switch (kind) {
                case "label" -> labels.put(pair[0], pair[1]);
                case "taint" -> taints.add(new Taint(pair[0], pair[1], Taint.Effect.NO_SCHEDULE));
                case "tolerate" -> tolerations.add(Toleration.exists(pair[0]));
                default -> throw words.wrong("says an unknown thing about a flavor");
            }
        }
        return new FlavorSpec(name, labels, taints, tolerations, null);
    }

    private void readOption(String word, Words words) {
        switch (word) {
            case "in" -> parent = words.next();
            case "strict" -> strict = true;
            case "within" -> within = policy(words);
            case "reclaim" -> reclaim = policy(words);
            case "while-borrowing" -> {
                String threshold = words.next();
                borrowing =
                        new Preemption.BorrowWithinCohort(
                                true, threshold.equals("any") ? null : Integer.valueOf(threshold));
            }
            case "next-when-borrowing" -> nextWhenBorrowing = true;
            case "stop-when-preempting" -> nextWhenPreempting = false;
            case "prefers-preemption" ->
                    preference = Fungibility.Preference.PREEMPTION_OVER_BORROWING;
            case "stop" ->
                    stop = StopPolicy.valueOf(words.next().toUpperCase(java.util.Locale.ROOT));
            case "check" -> {
                String[] check = words.next().split("@", 2);
                checks.put(
                        check[0],
                        check.length == 1
                                ? Set.of()
                                : new LinkedHashSet<>(List.of(check[1].split(","))));
            }
            case "weight" -> weight = Double.parseDouble(words.next());
            case "usage-based" -> usageBased = true;
            case "concurrent" -> {
                String last = words.take("down-to") ? words.next() : null;
                concurrent = new ClusterQueueSpec.ConcurrentAdmission(false, last);
            }
            default -> throw words.wrong("has an unknown option \"" + word + "\"");
        }
    }

    private static Policy policy(Words words) {
        return switch (words.next()) {
            case "never" -> Policy.NEVER;
            case "lower" -> Policy.LOWER_PRIORITY;
            case "lower-or-newer" -> Policy.LOWER_OR_NEWER_EQUAL_PRIORITY;
            case "any" -> Policy.ANY;
            default -> throw words.wrong("has an unknown policy");
        };
    }

    private static void readFlavor(String word, SequencedMap<String, Map<String, Quota>> flavors) {
        int colon = word.indexOf(':');
        Map<String, Quota> quotas = new LinkedHashMap<>();
        for (String part : word.substring(colon + 1).split(",")) {
            String[] sides = part.split("=", 2);
            String resource = sides.length == 1 ? "cpu" : sides[0];
            String[] numbers = sides[sides.length - 1].split("/");
            quotas.put(
                    resource,
                    new Quota(
                            Words.amount(resource, numbers[0]),
                            limit(resource, numbers, 1),
                            limit(resource, numbers, 2)));
        }
        flavors.put(word.substring(0, colon), quotas);
    }

    private static @Nullable Long limit(String resource, String[] numbers, int at) {
        return at >= numbers.length || numbers[at].equals("-")
                ? null
                : Long.valueOf(Words.amount(resource, numbers[at]));
    }

    private void closeGroup(SequencedMap<String, Map<String, Quota>> flavors) {
        if (!flavors.isEmpty()) {
            groups.add(
                    new ResourceGroup(
                            List.copyOf(flavors.firstEntry().getValue().keySet()), flavors));
        }
    }
}
