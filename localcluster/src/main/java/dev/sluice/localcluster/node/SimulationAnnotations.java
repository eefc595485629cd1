package dev.sluice.localcluster.node;

import io.fabric8.kubernetes.api.model.Pod;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
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

    private static final int EXIT_CODE_MAX = 255;
    private static final List<String> SECONDS =
            List.of("run-seconds", "ready-after-seconds", "terminate-after-seconds");
    private static final List<String> OTHERS = List.of("log", "hold-start", "hold-termination");
    private static final Duration TERMINATION_DEFAULT = Duration.ofMillis(200);

    @Nullable Duration runTime(Pod pod) {
        return seconds(pod, "run-seconds");
    }

    @Nullable Integer exitCode(Pod pod) {
        String text = get(pod, "exit-code");
        return text == null ? null : exitCode(text);
    }

    private static @Nullable Integer exitCode(String text) {
        try {
            int code = Integer.parseInt(text.strip());
            return code < 0 || code > EXIT_CODE_MAX ? null : code;
        } catch (NumberFormatException e) {
            return null;
        }
    }

    /// What is wrong with those of a pod, a sentence each that names annotation, value and what was expected. Such an
    /// annotation counts as absent: the pod must run somehow.
    List<String> faults(Pod pod) {
        Map<String, String> annotations = pod.getMetadata().getAnnotations();
        List<String> faults = new ArrayList<>();
        if (annotations == null) {
            return faults;
        }
        new TreeMap<>(annotations)
                .forEach(
                        (key, value) -> {
                            if (key.startsWith(prefix + "/")) {
                                String expected =
                                        expected(key.substring(prefix.length() + 1), value);
                                if (expected != null) {
                                    faults.add(
                                            "%s is \"%s\", expected %s; it is ignored"
                                                    .formatted(key, value, expected));
                                }
                            }
                        });
        return faults;
    }

    /// What an annotation ought to be that is none; null for one that is right.
    private static @Nullable String expected(String name, String value) {
        if (SECONDS.contains(name)) {
            return seconds(value) == null ? "seconds, such as 30 or 0.5" : null;
        }
        if (name.equals("exit-code")) {
            return exitCode(value) == null ? "a whole number from 0 to 255" : null;
        }
        return OTHERS.contains(name)
                ? null
                : "one of the names "
                        + String.join(", ", SECONDS)
                        + ", exit-code, "
                        + String.join(", ", OTHERS);
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
        return text == null ? null : seconds(text);
    }

    private static @Nullable Duration seconds(String text) {
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
