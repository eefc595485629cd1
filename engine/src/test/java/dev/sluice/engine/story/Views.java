package dev.sluice.engine.story;

import dev.sluice.engine.Engine;
import dev.sluice.engine.Explanation;
import dev.sluice.engine.QueueCounts;
import dev.sluice.engine.reason.AssignmentReport;
import dev.sluice.engine.reason.FlavorAttempt;
import dev.sluice.engine.reason.QueueStatus;
import dev.sluice.engine.reason.Room;
import dev.sluice.engine.reason.VictimSearch;
import dev.sluice.engine.spec.LocalQueueKey;
import dev.sluice.engine.spec.WorkloadKey;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// What can be seen of an engine, in the words of a story.
final class Views {

    private Views() {}

    static List<String> usage(Engine engine, Collection<String> queues) {
        List<String> lines = new ArrayList<>();
        for (String queue : queues) {
            QueueCounts counts = engine.counts(queue);
            if (counts != null) {
                List<String> parts = new ArrayList<>();
                counts.reserved()
                        .forEach(
                                (flavor, amounts) ->
                                        amounts.forEach(
                                                (resource, amount) ->
                                                        parts.add(
                                                                flavor
                                                                        + " "
                                                                        + resource
                                                                        + " "
                                                                        + Telling.amount(
                                                                                resource,
                                                                                amount))));
                lines.add("%-8s %s".formatted(queue, String.join(", ", parts)));
            }
        }
        return lines;
    }

    static List<String> queues(Engine engine, Collection<String> queues) {
        List<String> lines = new ArrayList<>();
        for (String queue : queues) {
            lines.add(
                    "%-8s active: %s, parked: %s"
                            .formatted(
                                    queue,
                                    names(engine.active(queue)),
                                    names(engine.parked(queue))));
        }
        return lines;
    }

    private static String names(List<WorkloadKey> keys) {
        return keys.isEmpty()
                ? "-"
                : keys.stream().map(Telling::name).collect(Collectors.joining(" "));
    }

    static List<String> shares(Engine engine, Collection<String> queues) {
        return queues.stream()
                .map(queue -> "%-8s %d".formatted(queue, engine.shareOfClusterQueue(queue)))
                .toList();
    }

    static List<String> consumed(Engine engine, LocalQueueKey key) {
        return List.of(
                "%-8s consumed %s, pending %s"
                        .formatted(
                                key.name(),
                                amounts(engine.consumed(key)),
                                amounts(engine.pendingPenalties(key))));
    }

    private static String amounts(Map<String, BigDecimal> amounts) {
        List<String> parts = new ArrayList<>();
        new TreeMap<>(amounts)
                .forEach(
                        (resource, amount) -> {
                            if (amount.signum() != 0) {
                                parts.add(
                                        resource
                                                + " "
                                                + amount.stripTrailingZeros().toPlainString());
                            }
                        });
        return parts.isEmpty() ? "nothing" : String.join(", ", parts);
    }

    static List<String> status(Engine engine, String queue) {
        QueueStatus status = engine.status(queue);
        if (status == null) {
            return List.of("unknown");
        }
        return List.of(
                status.isActive()
                        ? "active"
                        : status.inactive().stream()
                                .map(why -> (why.why().text() + " " + why.names()))
                                .collect(Collectors.joining(", ")));
    }

    static List<String> rooms(List<Room> rooms) {
        List<String> lines = new ArrayList<>();
        for (Room room : rooms) {
            String resource = room.resource();
            lines.add(
                    "%-8s %s %s: subtree %s, used %s, guaranteed %s, available %s, potential %s"
                            .formatted(
                                    room.node(),
                                    room.flavor(),
                                    resource,
                                    Telling.amount(resource, room.subtree()),
                                    Telling.amount(resource, room.used()),
                                    Telling.amount(resource, room.guaranteed()),
                                    Telling.amount(resource, room.available()),
                                    Telling.amount(resource, room.potential())));
        }
        return lines;
    }

    static List<String> explanation(Explanation explanation) {
        List<String> lines = new ArrayList<>();
        String place = explanation.place().kind().name().toLowerCase(java.util.Locale.ROOT);
        String head = Telling.name(explanation.workload()) + " is " + place;
        lines.add(explanation.ahead() == 0 ? head : head + " behind " + explanation.ahead());
        switch (explanation.outlook()) {
            case Explanation.NotQueued not -> lines.add("  in no queue: " + not.obstacle());
            case Explanation.Refused refused ->
                    lines.add("  refused: " + refused.cause().getClass().getSimpleName());
            case Explanation.Blocked blocked -> {
                lines.add(
                        "  fits, but waits: "
                                + blocked.cause().getClass().getSimpleName()
                                + " "
                                + names(blocked.by()));
                lines.addAll(choices(blocked.assignment()));
            }
            case Explanation.Fits fits -> {
                lines.add("  fits");
                lines.addAll(choices(fits.assignment()));
                lines.addAll(tried(fits.assignment()));
            }
            case Explanation.NeedsPreemption needs -> {
                lines.add("  needs preemption, victims: " + names(needs.victims()));
                if (!needs.closedGates().isEmpty()) {
                    lines.add("  held by closed gates: " + needs.closedGates());
                }
                lines.addAll(Telling.reasons(needs.assignment()));
                lines.addAll(tried(needs.assignment()));
                lines.addAll(searches(needs.searches()));
                rooms(needs.rooms()).forEach(room -> lines.add("  " + room));
            }
            case Explanation.NoFit no -> {
                lines.add("  no flavor serves it: " + no.reason().text());
                lines.addAll(Telling.reasons(no.assignment()));
                lines.addAll(tried(no.assignment()));
                lines.addAll(searches(no.searches()));
                rooms(no.rooms()).forEach(room -> lines.add("  " + room));
            }
        }
        return lines;
    }

    private static List<String> choices(AssignmentReport report) {
        List<String> lines = new ArrayList<>();
        for (var podSet : report.podSets()) {
            new TreeMap<>(podSet.choices())
                    .forEach(
                            (resource, choice) ->
                                    lines.add(
                                            "         %s: %s in %s%s"
                                                    .formatted(
                                                            podSet.name(),
                                                            resource,
                                                            choice.flavor(),
                                                            choice.level() == 0
                                                                    ? ""
                                                                    : ", borrowed at level "
                                                                            + choice.level())));
        }
        return lines;
    }

    /// The flavors that were looked at, with their verdicts; one that fits without borrowing shows as the choice alone.
    private static List<String> tried(AssignmentReport report) {
        List<String> lines = new ArrayList<>();
        for (var podSet : report.podSets()) {
            if (!podSet.attempts().isEmpty()) {
                lines.add(
                        "  tried for "
                                + podSet.name()
                                + ": "
                                + podSet.attempts().stream()
                                        .map(Views::attempt)
                                        .collect(Collectors.joining(", ")));
            }
        }
        return lines;
    }

    private static String attempt(FlavorAttempt attempt) {
        String verdict =
                attempt.verdict().name().toLowerCase(java.util.Locale.ROOT).replace('_', ' ');
        String level = attempt.level() == 0 ? "" : " at level " + attempt.level();
        return attempt.flavor() + " " + verdict + level;
    }

    private static List<String> searches(List<VictimSearch> searches) {
        List<String> lines = new ArrayList<>();
        for (VictimSearch search : searches) {
            String looked =
                    search.looked().stream()
                            .map(
                                    look ->
                                            Telling.name(look.workload())
                                                    + " "
                                                    + look.fate()
                                                            .name()
                                                            .toLowerCase(java.util.Locale.ROOT)
                                                            .replace('_', ' '))
                            .collect(Collectors.joining(", "));
            lines.add(
                    "  victims for %s%s: %s%s"
                            .formatted(
                                    String.join(" and ", search.contended()),
                                    search.borrowing() ? " while borrowing" : "",
                                    looked.isEmpty() ? "nobody" : looked,
                                    search.sufficed() ? "" : "; not enough"));
        }
        return lines;
    }
}
