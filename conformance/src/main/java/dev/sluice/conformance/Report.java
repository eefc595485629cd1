package dev.sluice.conformance;

import dev.sluice.conformance.Outcome.Verdict;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// What came out of a run of recorded worlds or scenarios.
public record Report(List<Outcome> outcomes) {

    public Report {
        outcomes = List.copyOf(outcomes);
    }

    /// How many passed, including those by decision.
    public int passed() {
        return outcomes.size() - failed();
    }

    /// How many passed although they differ, because Sluice decides otherwise there on purpose.
    public int passedByDecision() {
        return count(Verdict.PASSED_BY_DECISION);
    }

    /// How many failed.
    public int failed() {
        return count(Verdict.FAILED);
    }

    /// How many passed of each topic.
    public Map<String, Integer> passedByTopic() {
        Map<String, Integer> passed = new TreeMap<>();
        for (Outcome outcome : outcomes) {
            passed.merge(outcome.topic(), outcome.ok() ? 1 : 0, Integer::sum);
        }
        return passed;
    }

    /// The line that a run ends with.
    public String summary() {
        return "%d passed (%d by decision), %d failed"
                .formatted(passed(), passedByDecision(), failed());
    }

    /// Prints the first difference of each that failed, and then the summary.
    public void print(PrintStream out) {
        outcomes.forEach(outcome -> print(outcome, out));
        out.println(summary());
    }

    /// Prints the first difference of one that failed.
    public static void print(Outcome outcome, PrintStream out) {
        if (!outcome.ok()) {
            out.println(outcome.id() + ": " + outcome.difference());
        }
    }

    private int count(Verdict verdict) {
        return (int) outcomes.stream().filter(o -> o.verdict() == verdict).count();
    }
}
