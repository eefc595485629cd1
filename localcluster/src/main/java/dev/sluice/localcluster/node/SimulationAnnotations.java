package dev.sluice.localcluster.node;

import io.fabric8.kubernetes.api.model.Pod;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What a pod's annotations tell the node that runs it.
///
/// | Annotation | Meaning |
/// |---|---|
/// | `run-seconds` | its containers end by themselves after so long |
/// | `exit-code` | with this code (default 0) |
/// | `ready-after-seconds` | it becomes ready so long after its start (default at once) |
/// | `terminate-after-seconds` | its containers take so long to end once it is deleted (default 0.2) |
/// | `log` | what its containers write |
/// | `hold-start` | it does not start as long as this is there |
/// | `hold-termination` | it does not end as long as this is there |
///
/// @param prefix before the slash: `sim.sluice.dev`
public record SimulationAnnotations(String prefix) {
    public static final SimulationAnnotations OF_SLUICE =
            new SimulationAnnotations("sim.sluice.dev");

    private static final Duration TERMINATION_DEFAULT = Duration.ofMillis(200);

    @Nullable Duration runTime(Pod pod) {
        return seconds(pod, "run-seconds");
    }

    @Nullable Integer exitCode(Pod pod) {
        String text = get(pod, "exit-code");
        if (text == null) {
            return null;
        }
        try {
            return Integer.parseInt(text.strip());
        } catch (NumberFormatException e) {
            return null;
        }
    }

    Duration readyAfter(Pod pod) {
        Duration after = seconds(pod, "ready-after-seconds");
        return after == null ? Duration.ZERO : after;
    }

    Duration terminateAfter(Pod pod) {
        Duration after = seconds(pod, "terminate-after-seconds");
        return after == null ? TERMINATION_DEFAULT : after;
    }

    boolean holdsStart(Pod pod) {
        return get(pod, "hold-start") != null;
    }

    boolean holdsTermination(Pod pod) {
        return get(pod, "hold-termination") != null;
    }

    /// An annotation that is no number of seconds counts as absent: the pod must run somehow.
    private @Nullable Duration seconds(Pod pod, String name) {
        String text = get(pod, name);
        if (text == null) {
            return null;
        }
        try {
            BigDecimal seconds = new BigDecimal(text.strip());
            return seconds.signum() < 0
                    ? null
                    : Duration.ofNanos(seconds.movePointRight(9).longValueExact());
        } catch (ArithmeticException | NumberFormatException e) {
            return null;
        }
    }

    private @Nullable String get(Pod pod, String name) {
        Map<String, String> annotations = pod.getMetadata().getAnnotations();
        return annotations == null ? null : annotations.get(prefix + "/" + name);
    }
}
