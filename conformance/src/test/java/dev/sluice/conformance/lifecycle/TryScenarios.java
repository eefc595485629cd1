package dev.sluice.conformance.lifecycle;

import dev.sluice.conformance.Deviations;
import dev.sluice.conformance.Outcome;
import java.nio.file.Path;

/// Runs scenarios by hand.
final class TryScenarios {
    public static void main(String[] args) throws Exception {
        int passed = 0;
        int failed = 0;
        for (String arg : args) {
            long start = System.nanoTime();
            String text;
            try {
                Outcome outcome = Lifecycle.ofSluice(Deviations.ofSluice()).run(Path.of(arg));
                text = outcome.toString();
            } catch (Throwable t) {
                java.io.StringWriter w = new java.io.StringWriter();
                t.printStackTrace(new java.io.PrintWriter(w));
                text = "CRASH " + w;
            }
            boolean ok =
                    text.contains("PASSED") || text.contains("DECISION") || text.contains("Passed");
            if (ok) passed++;
            else failed++;
            System.out.println(
                    Path.of(arg).getFileName()
                            + " "
                            + (System.nanoTime() - start) / 1_000_000
                            + " ms "
                            + text);
        }
        System.out.println(passed + " passed " + failed + " failed");
        System.exit(0);
    }
}
