package dev.sluice.conformance;

/// How one recorded world or scenario went.
///
/// @param id name of the world or scenario
/// @param topic the file or group that it belongs to, for counting
/// @param difference the first difference, where and what; empty unless it failed
public record Outcome(String id, String topic, Verdict verdict, String difference) {

    /// What is known in the end.
    public enum Verdict {
        /// Everything is as recorded.
        PASSED,
        /// It differs only where Sluice decides otherwise on purpose.
        PASSED_BY_DECISION,
        FAILED
    }

    /// As recorded.
    public static Outcome passed(String id, String topic) {
        return new Outcome(id, topic, Verdict.PASSED, "");
    }

    /// Different, but only where it is meant to be.
    public static Outcome byDecision(String id, String topic) {
        return new Outcome(id, topic, Verdict.PASSED_BY_DECISION, "");
    }

    /// Different.
    public static Outcome failed(String id, String topic, String difference) {
        return new Outcome(id, topic, Verdict.FAILED, difference);
    }

    /// Whether nothing is wrong.
    public boolean ok() {
        return verdict != Verdict.FAILED;
    }
}
