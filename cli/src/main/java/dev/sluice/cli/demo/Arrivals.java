package dev.sluice.cli.demo;

import dev.sluice.cli.Refusal;
import dev.sluice.cli.manifest.Manifest;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// The manifests of a show in the order of their arrival. Each arrives as many seconds after the start as its annotation
/// {@value #AFTER} says, without one at the start; those of the same instant in the order in which they stand in the files.
final class Arrivals {
    static final String AFTER = "demo.sluice.dev/after-seconds";
    private static final BigDecimal SECONDS_MAX = BigDecimal.valueOf(3600);

    private final List<Arrival> pending;

    Arrivals(List<Manifest> manifests) {
        pending = new ArrayList<>();
        manifests.forEach(manifest -> pending.add(new Arrival(after(manifest), manifest)));
        pending.sort(Comparator.comparing(Arrival::after));
    }

    /// A manifest and when it arrives.
    record Arrival(Duration after, Manifest manifest) {}

    private static Duration after(Manifest manifest) {
        String text = manifest.object().path("metadata").path("annotations").path(AFTER).asText();
        if (text.isEmpty()) {
            return Duration.ZERO;
        }
        try {
            BigDecimal seconds = new BigDecimal(text);
            if (seconds.signum() >= 0 && seconds.compareTo(SECONDS_MAX) <= 0) {
                return Duration.ofMillis(seconds.movePointRight(3).longValue());
            }
        } catch (NumberFormatException noNumber) {
            // The refusal below says what was expected.
        }
        throw new Refusal(
                "%s: %s is \"%s\", expected a number of seconds from 0 to %s"
                        .formatted(
                                manifest.place("metadata.annotations[" + AFTER + "]"),
                                AFTER,
                                text,
                                SECONDS_MAX));
    }

    /// Takes out what has arrived when this much time has passed.
    List<Manifest> due(Duration passed) {
        List<Manifest> due = new ArrayList<>();
        while (!pending.isEmpty() && pending.getFirst().after().compareTo(passed) <= 0) {
            due.add(pending.removeFirst().manifest());
        }
        return due;
    }

    /// Those that are still to come.
    List<Manifest> later() {
        return pending.stream().map(Arrival::manifest).toList();
    }

    boolean isEmpty() {
        return pending.isEmpty();
    }
}
