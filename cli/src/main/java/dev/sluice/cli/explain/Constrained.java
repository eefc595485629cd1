package dev.sluice.cli.explain;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/// What the constraints of a workload (`cannot-preempt`, `cannot-borrow`) have to do with its waiting, in lines for people.
final class Constrained {
    private Constrained() {}

    /// Whether some flavor is ruled out because it would have to borrow.
    static boolean mustNotBorrow(JsonNode outlook) {
        return elements(outlook.path("podSets"))
                .flatMap(podSet -> Stream.concat(Stream.of(podSet), elements(podSet.path("tried"))))
                .flatMap(tried -> elements(tried.path("reasons")))
                .map(reason -> reason.path("kind").asText())
                .anyMatch(kind -> kind.equals("CannotBorrow") || kind.equals("ExceedsOwnQuota"));
    }

    /// What would be without them: each that would help, or that none would.
    static List<String> lines(JsonNode explanation) {
        List<JsonNode> without = elements(explanation.path("withoutConstraints")).toList();
        List<JsonNode> alone = without.stream().filter(w -> w.path("without").size() == 1).toList();
        List<JsonNode> helpful = alone.stream().filter(Constrained::helps).toList();
        if (without.isEmpty()) {
            return List.of();
        }
        return helpful.isEmpty()
                ? List.of(line(without.getLast()))
                : helpful.stream().map(Constrained::line).toList();
    }

    private static String line(JsonNode without) {
        String names = String.join(" and ", words(without.path("without")));
        String start = (helps(without) ? "Without " : "Even without ") + names + " it would ";
        return switch (without.path("decision").asText()) {
            case "Fits" -> start + "be admitted now.";
            case "NeedsPreemption" ->
                    helps(without)
                            ? start
                                    + "preempt: "
                                    + ExplanationText.names(without.path("victims"))
                                    + "."
                            : start + "wait: nobody may be preempted for it.";
            case "NoFit" ->
                    start + "wait: no flavor serves it (" + without.path("reason").asText() + ").";
            default -> start + "wait.";
        };
    }

    private static boolean helps(JsonNode without) {
        return without.path("decision").asText().equals("Fits")
                || !without.path("victims").isEmpty();
    }

    private static List<String> words(JsonNode texts) {
        return elements(texts).map(JsonNode::asText).toList();
    }

    private static Stream<JsonNode> elements(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false);
    }
}
