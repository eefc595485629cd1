package dev.sluice.cli.demo;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Messages of events in the words of a show: short enough for a terminal, with names instead of UIDs. What is not known
/// here stays as it is.
final class Wording {
    private static final Pattern PREEMPTOR =
            Pattern.compile(
                    "Preempted to accommodate a workload \\(UID: ([^,]*), JobUID: [^)]*\\) due to ([^;]*);.*");
    private static final Pattern PENDING =
            Pattern.compile("\\. Pending the preemption of (\\d+) workload\\(s\\)");
    private static final Pattern LACK =
            Pattern.compile(
                    "insufficient unused quota for (\\S+) in flavor (\\S+), (\\S+) more needed");
    private static final Pattern SKIPPED =
            Pattern.compile(", skipping flavor \\S+ as it is not found[^.,]*");

    private Wording() {}

    /// @param namesByUid of workloads, as `namespace/name`
    static String of(String message, Map<String, String> namesByUid) {
        Matcher preemptor = PREEMPTOR.matcher(message);
        if (preemptor.matches()) {
            return "for %s, %s"
                    .formatted(
                            namesByUid.getOrDefault(preemptor.group(1), "another workload"),
                            preemptor.group(2));
        }
        String text =
                message.replaceFirst("; Flavors considered: .*", "")
                        .replaceFirst(
                                "^Quota reserved in ClusterQueue (\\S+), wait time since queued was (\\d+)s",
                                "gets quota of $1 after $2 s")
                        .replaceFirst("^couldn't assign flavors to pod set \\S+: ", "");
        text = SKIPPED.matcher(text).replaceAll("");
        text = PENDING.matcher(text).replaceAll("; $1 must go");
        return LACK.matcher(text).find()
                ? "lacks " + LACK.matcher(text).replaceAll("$3 $1 in $2")
                : text;
    }
}
