package dev.sluice.cli.explain;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.ArrayList;
import java.util.List;

/// An explanation, as the server answers it, in lines for people.
public final class ExplanationText {
    /// So many workloads that one waits for are named.
    private static final int NAMES_MAX = 3;

    private final JsonNode explanation;
    private final JsonNode workload;
    private final List<String> lines = new ArrayList<>();

    private ExplanationText(JsonNode explanation, JsonNode workload) {
        this.explanation = explanation;
        this.workload = workload;
    }

    /// The lines that tell it.
    ///
    /// @param workload that it is about, as the server has it; a missing node when it could not be read
    public static List<String> lines(JsonNode explanation, JsonNode workload) {
        ExplanationText text = new ExplanationText(explanation, workload);
        text.place();
        text.holds();
        text.replacements();
        text.evicted();
        text.checks();
        text.lines.addAll(Dispatched.lines(explanation));
        text.outlook();
        return text.lines.stream().map(OneUnit::in).toList();
    }

    private void place() {
        JsonNode place = explanation.path("place");
        String name =
                "Workload %s/%s "
                        .formatted(
                                explanation.at("/metadata/namespace").asText(),
                                explanation.at("/metadata/name").asText());
        String queue = place.path("clusterQueue").asText();
        switch (place.path("queued").asText()) {
            case "Active" -> {
                int ahead = place.path("ahead").asInt();
                String others = ahead == 0 ? "at the head" : "with " + ahead + " ahead of it";
                lines.add(name + "waits in ClusterQueue " + queue + ", " + others + ".");
            }
            case "Parked" ->
                    lines.add(
                            name
                                    + "is set aside in ClusterQueue "
                                    + queue
                                    + " until something changes that could help it.");
            default -> lines.add(name + unqueued());
        }
        if (place.has("bypassed")) {
            lines.add(
                    Sentence.of(
                            "The last of its kind that was looked at: "
                                    + place.path("bypassed").asText()));
        }
    }

    private void outlook() {
        JsonNode outlook = explanation.path("outlook");
        String message = outlook.path("message").asText();
        String decision = outlook.path("decision").asText();
        switch (decision) {
            // said where its place is
            case "NotQueued" -> {}
            case "Refused" -> lines.add(Sentence.of("It would be refused: " + message));
            case "Fits" -> lines.add(fits());
            case "Blocked" -> lines.add(blocked(outlook));
            case "NoFit" -> {
                lines.add("No flavor serves it (" + outlook.path("reason").asText() + ").");
            }
            case "NeedsPreemption" -> {
                lines.add(needsPreemption(outlook));
                String gates = words(outlook.path("closedGates"));
                if (!gates.isEmpty()) {
                    lines.add("It does not, because of closed preemption gates: " + gates + ".");
                }
            }
            default -> lines.add(message);
        }
        if (!explanation.path("notRequeued").isMissingNode() && !decision.equals("Fits")) {
            lines.add("It is not tried" + notTried());
        }
        Constrained.lines(explanation).forEach(lines::add);
        outlook.path("podSets").forEach(this::podSet);
        searches(outlook.path("victimSearches"));
        rooms(outlook.path("rooms"));
    }

    /// Whom it waits for although it would fit.
    private static String blocked(JsonNode outlook) {
        List<String> names = new ArrayList<>();
        for (JsonNode key : outlook.path("by")) {
            JsonNode job = key.path("job");
            names.add(
                    key.path("namespace").asText()
                            + "/"
                            + key.path("name").asText()
                            + (job.isMissingNode()
                                    ? ""
                                    : " (%s %s)"
                                            .formatted(
                                                    job.path("kind").asText(),
                                                    job.path("name").asText())));
        }
        String reason = outlook.path("reason").asText();
        int more = names.size() - NAMES_MAX;
        return "It is not admitted, whatever fits: %s (%s). %s: %s%s."
                .formatted(
                        outlook.path("message").asText(),
                        reason,
                        reason.equals("WaitingForPodsReady") ? "Not ready" : "Admitted",
                        String.join(", ", more > 0 ? names.subList(0, NAMES_MAX) : names),
                        more > 0 ? " and " + more + " more" : "");
    }

    private static String needsPreemption(JsonNode outlook) {
        String victims = names(outlook.path("victims"));
        boolean held = Constrained.mustNotBorrow(outlook);
        if (victims.isEmpty()) {
            return held
                    ? "It would have to borrow, and cannot-borrow is set; nor may anybody be preempted for it."
                    : "It needs quota that others use, and nobody may be preempted for it.";
        }
        return (held
                        ? "It would have to borrow, and cannot-borrow is set. It would preempt: "
                        : "It needs quota that others use. It would preempt: ")
                + victims
                + ".";
    }

    /// Why it is in no queue, in the words of its own status where they are there.
    private String unqueued() {
        String obstacle = explanation.at("/outlook/obstacle").asText();
        return switch (obstacle) {
            case "Finished" -> "has finished" + said("Finished") + ".";
            case "HoldsQuota" ->
                    (admitted() || checksAwaited().isEmpty()
                                    ? "waits no longer: it holds quota"
                                    : "holds quota")
                            + said("QuotaReserved")
                            + ".";
            case "Inactive" -> "is in no queue: it is not active (spec.active is false).";
            case "Held" -> "is in no queue: it is held back" + held() + ".";
            case "LocalQueueClosed", "ClusterQueueMissing" ->
                    Sentence.of("is in no queue: " + explanation.at("/outlook/message").asText());
            default -> "is in no queue: " + obstacle + ".";
        };
    }

    private String held() {
        String message = explanation.at("/outlook/message").asText();
        return message.isEmpty() ? said("QuotaReserved") : " (" + message + ")";
    }

    private boolean admitted() {
        return JobsWorkload.isTrue(workload, "Admitted");
    }

    /// The message of a condition in brackets; empty without one.
    private String said(String type) {
        for (JsonNode condition : workload.at("/status/conditions")) {
            if (condition.path("type").asText().equals(type)) {
                return " (" + condition.path("message").asText() + ")";
            }
        }
        return "";
    }

    private void holds() {
        for (JsonNode held : explanation.path("holds")) {
            String queue = held.path("clusterQueue").asText();
            lines.add(
                    "It holds %s %s in flavor %s of ClusterQueue %s%s"
                            .formatted(
                                    held.path("amount").asText(),
                                    held.path("resource").asText(),
                                    held.path("flavor").asText(),
                                    queue,
                                    held.has("borrowedFrom")
                                            ? ", up to %s of it borrowed from Cohort %s (%s uses %s, and has %s of its own)."
                                                    .formatted(
                                                            held.path("borrowedMost").asText(),
                                                            held.path("borrowedFrom").asText(),
                                                            queue,
                                                            held.path("queueUsed").asText(),
                                                            held.path("queueNominal").asText())
                                            : ", none of it borrowed."));
        }
    }

    /// A group keeps its quota for pods that are to come in the place of others.
    private void replacements() {
        String waiting = "WaitingForReplacementPods";
        if (JobsWorkload.isTrue(workload, waiting)
                && explanation.at("/outlook/obstacle").asText().equals("HoldsQuota")) {
            lines.add("It waits for pods in the place of others" + said(waiting) + ".");
        }
    }

    private void evicted() {
        JsonNode evicted = explanation.path("evicted");
        if (!evicted.isMissingNode()) {
            lines.add(
                    Sentence.of(
                            "It was evicted at %s (%s): %s"
                                    .formatted(
                                            evicted.path("at").asText(),
                                            evicted.path("reason").asText(),
                                            evicted.path("message").asText())));
        }
    }

    /// What still stands between its quota and its start.
    private void checks() {
        if (!explanation.at("/outlook/obstacle").asText().equals("HoldsQuota")) {
            return;
        }
        boolean running = admitted();
        for (JsonNode check : checksAwaited()) {
            if (running && !check.path("state").asText().equals("Pending")) {
                continue;
            }
            String message = check.path("message").asText();
            String quoted = message.isEmpty() ? "" : " (\"" + message + "\")";
            lines.add(
                    (running
                                    ? "It is admitted, so this has no effect: admission check %s: %s%s"
                                    : "It waits for admission check %s: %s%s")
                            .formatted(
                                    check.path("name").asText(),
                                    check.path("state").asText(),
                                    quoted));
        }
    }

    private List<JsonNode> checksAwaited() {
        List<JsonNode> awaited = new ArrayList<>();
        for (JsonNode check : workload.at("/status/admissionChecks")) {
            if (!check.path("state").asText().equals("Ready")) {
                awaited.add(check);
            }
        }
        return awaited;
    }

    private String fits() {
        return explanation.path("notRequeued").isMissingNode()
                ? "It would be admitted now."
                : "It would fit now, but is not tried" + notTried();
    }

    /// Until when and why; begins with a space.
    private String notTried() {
        JsonNode held = explanation.path("notRequeued");
        String reason = held.path("reason").asText();
        return "%s (%s): %s%s"
                .formatted(
                        held.has("until") ? " before " + held.path("until").asText() : "",
                        reason,
                        Sentence.of(held.path("message").asText()),
                        reason.startsWith("DeactivatedDueTo")
                                ? " When the Workload is deleted, its job gets a new one, which is tried."
                                : "");
    }

    private void podSet(JsonNode podSet) {
        lines.add("");
        lines.add(
                "Pod set %s, pods: %d"
                        .formatted(podSet.path("name").asText(), podSet.path("count").asInt()));
        for (JsonNode flavor : podSet.path("flavors")) {
            int level = flavor.path("borrowingLevel").asInt();
            lines.add(
                    "  %s in flavor %s%s"
                            .formatted(
                                    flavor.path("resource").asText(),
                                    flavor.path("flavor").asText(),
                                    level == 0 ? "" : ", borrowed"));
        }
        for (JsonNode tried : podSet.path("tried")) {
            lines.add(
                    "  tried flavor %s: %s"
                            .formatted(
                                    tried.path("flavor").asText(),
                                    verdict(tried.path("verdict").asText())));
            reasons(tried.path("reasons"), "    ");
        }
        reasons(podSet.path("reasons"), "  ");
        if (podSet.has("error")) {
            lines.add("  " + podSet.path("error").asText());
        }
    }

    private static String verdict(String verdict) {
        return switch (verdict) {
            case "NoFit" -> "does not fit";
            case "NoCandidates" -> "in use, and nobody may be preempted";
            case "Preempt" -> "fits after a preemption in its own queue";
            case "Reclaim" -> "fits after a preemption in other queues";
            case "Fit" -> "fits";
            default -> verdict;
        };
    }

    private void reasons(JsonNode reasons, String indent) {
        for (JsonNode reason : reasons) {
            String node = reason.path("node").asText();
            lines.add(
                    indent
                            + reason.path("message").asText()
                            + (node.isEmpty() ? "" : " (limited by " + node + ")"));
        }
    }

    private void searches(JsonNode searches) {
        if (!searches.isEmpty()) {
            lines.add("");
            lines.add("Victims looked at:");
        }
        JsonNode before = MissingNode.getInstance();
        for (JsonNode search : searches) {
            if (search.equals(before)) {
                continue;
            }
            before = search;
            lines.add(
                    "  for %s%s: %s"
                            .formatted(
                                    words(search.path("contended")),
                                    search.path("borrowing").asBoolean()
                                            ? ", borrowing allowed"
                                            : "",
                                    search.path("sufficed").asBoolean() ? "enough" : "not enough"));
            if (search.path("looked").isEmpty()) {
                lines.add("    nobody");
            }
            for (JsonNode look : search.path("looked")) {
                lines.add(
                        "    %s/%s in %s: %s"
                                .formatted(
                                        look.path("namespace").asText(),
                                        look.path("name").asText(),
                                        look.path("clusterQueue").asText(),
                                        fate(look.path("fate").asText())));
            }
        }
    }

    private static String fate(String fate) {
        return switch (fate) {
            case "Taken" -> "would have to go";
            case "Spared" -> "not needed after all";
            case "OnlyWithoutBorrowing" -> "only for one that does not borrow";
            case "WithinNominal" -> "its queue uses no more than its own";
            case "ShareTooSmall" -> "its queue's share does not justify it";
            default -> fate;
        };
    }

    private void rooms(JsonNode rooms) {
        if (!rooms.isEmpty()) {
            lines.add("");
            lines.add("Quota, from its ClusterQueue upwards:");
        }
        for (JsonNode room : rooms) {
            lines.add(
                    "  %s: %s of %s %s used in flavor %s, %s available to it"
                            .formatted(
                                    room.path("node").asText(),
                                    room.path("used").asText(),
                                    room.path("subtree").asText(),
                                    room.path("resource").asText(),
                                    room.path("flavor").asText(),
                                    room.path("available").asText()));
        }
    }

    static String names(JsonNode workloads) {
        List<String> names = new ArrayList<>();
        workloads.forEach(
                key -> names.add(key.path("namespace").asText() + "/" + key.path("name").asText()));
        return String.join(", ", names);
    }

    private static String words(JsonNode texts) {
        List<String> words = new ArrayList<>();
        texts.forEach(text -> words.add(text.asText()));
        return String.join(", ", words);
    }
}
