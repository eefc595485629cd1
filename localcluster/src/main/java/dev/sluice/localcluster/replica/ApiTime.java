package dev.sluice.localcluster.replica;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/// Times as objects carry them: whole seconds.
final class ApiTime {
    private ApiTime() {}

    static String seconds(Instant time) {
        return time.truncatedTo(ChronoUnit.SECONDS).toString();
    }
}
