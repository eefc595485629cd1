package dev.sluice.localcluster.node;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerState;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The life of a pod on a simulated node (H9.52 to H9.55), as a pure function of the pod and the time:
///
/// ```
///   Pending ──bound──▶ Running ──ready-after──▶ Ready ──run-seconds──▶ Succeeded | Failed
///                         │                       │   └─ restarts ─┘ (restartPolicy)
///                         └──── deleted, terminate-after ────▶ Failed ──▶ gone
/// ```
///
/// @param annotations what a pod says about its own simulation
/// @param endsByItself false when nothing ends unless it is told to
record PodLife(SimulationAnnotations annotations, boolean endsByItself) {
    /// How a container ends that is told to: killed by signal 9.
    private static final int KILLED = 137;

    private static final Duration RESTART_PAUSE_MIN = Duration.ofSeconds(10);
    private static final Duration RESTART_PAUSE_MAX = Duration.ofMinutes(5);
    private static final int DOUBLINGS_MAX = 5;

    /// Instants that the API keeps in whole seconds only.
    ///
    /// @param started when its containers began to run last
    /// @param deleting since when it is being deleted
    record Moments(@Nullable Instant started, @Nullable Instant deleting) {
        static final Moments UNKNOWN = new Moments(null, null);
    }

    /// @param ip the pod's address, for its start
    PodStep next(Pod pod, Moments moments, String ip, String hostIp, Instant now) {
        String phase = pod.getStatus() == null ? null : pod.getStatus().getPhase();
        boolean ended = "Succeeded".equals(phase) || "Failed".equals(phase);
        if (pod.getMetadata().getDeletionTimestamp() != null) {
            return terminate(pod, moments, ended, "Running".equals(phase), now);
        }
        if (ended) {
            return new PodStep.Wait(null);
        }
        if (!"Running".equals(phase)) {
            return annotations.holdsStart(pod)
                    ? new PodStep.Wait(null)
                    : new PodStep.Write(
                            PodStatuses.started(
                                    pod, annotations.readyAfter(pod).isZero(), ip, hostIp, now));
        }
        return run(pod, moments, now);
    }

    private PodStep terminate(
            Pod pod, Moments moments, boolean ended, boolean running, Instant now) {
        Long grace = pod.getMetadata().getDeletionGracePeriodSeconds();
        boolean atOnce = grace == null || grace == 0;
        if (ended || !running) {
            boolean held = !ended && annotations.holdsTermination(pod);
            return atOnce || held ? new PodStep.Wait(null) : new PodStep.Remove();
        }
        if (annotations.holdsTermination(pod)) {
            return new PodStep.Wait(null);
        }
        Duration period = Duration.ofSeconds(grace == null ? 0 : grace);
        Instant since =
                moments.deleting() != null
                        ? moments.deleting()
                        : Instant.parse(pod.getMetadata().getDeletionTimestamp()).minus(period);
        Duration after = annotations.terminateAfter(pod);
        Instant due = since.plus(after.compareTo(period) < 0 ? after : period);
        return due.isAfter(now)
                ? new PodStep.Wait(due)
                : new PodStep.Write(PodStatuses.ended(pod, KILLED, null, now));
    }

    private PodStep run(Pod pod, Moments moments, Instant now) {
        Instant restart = restartDue(pod);
        if (restart != null) {
            return restart.isAfter(now)
                    ? new PodStep.Wait(restart)
                    : new PodStep.Write(PodStatuses.restarted(pod, now));
        }
        Instant started = moments.started() != null ? moments.started() : startedAt(pod, now);
        Instant ready = isReady(pod) ? null : started.plus(annotations.readyAfter(pod));
        if (ready != null && endsByItself && !ready.isAfter(now)) {
            return new PodStep.Write(PodStatuses.becameReady(pod, now));
        }
        Program program = endsByItself ? program(pod) : Program.ENDLESS;
        Instant end = program.runTime() == null ? null : started.plus(program.runTime());
        if (end != null && !end.isAfter(now)) {
            return new PodStep.Write(
                    restarts(pod, program.exitCode())
                            ? PodStatuses.crashed(pod, program.exitCode(), now)
                            : PodStatuses.ended(pod, program.exitCode(), null, now));
        }
        return new PodStep.Wait(earlier(endsByItself ? ready : null, end));
    }

    /// The annotations decide; else the container that runs longest, and the first code that is not 0.
    private Program program(Pod pod) {
        Duration time = annotations.runTime(pod);
        Integer code = annotations.exitCode(pod);
        Program shown = shown(pod);
        if (time == null && shown.runTime() == null && code == null) {
            return Program.ENDLESS;
        }
        return new Program(
                time != null ? time : shown.runTime(), code != null ? code : shown.exitCode());
    }

    private static Program shown(Pod pod) {
        Duration longest = Duration.ZERO;
        int code = 0;
        for (Container container : pod.getSpec().getContainers()) {
            Program program = Program.of(container);
            if (program.runTime() == null) {
                return Program.ENDLESS;
            }
            longest = program.runTime().compareTo(longest) > 0 ? program.runTime() : longest;
            code = code == 0 ? program.exitCode() : code;
        }
        return new Program(longest, code);
    }

    /// An explicit run time is meant as the whole life of the pod.
    private boolean restarts(Pod pod, int exitCode) {
        String policy = Objects.requireNonNullElse(pod.getSpec().getRestartPolicy(), "Always");
        return switch (policy) {
            case "Never" -> false;
            case "OnFailure" -> exitCode != 0;
            default -> annotations.runTime(pod) == null;
        };
    }

    /// When containers that wait for their restart run again; null when none does (H9.54).
    private static @Nullable Instant restartDue(Pod pod) {
        for (ContainerStatus status : PodStatuses.statuses(pod)) {
            ContainerState state = status.getState();
            ContainerState last = status.getLastState();
            if (state == null || state.getWaiting() == null || last == null) {
                continue;
            }
            if (last.getTerminated() != null) {
                int count = Objects.requireNonNullElse(status.getRestartCount(), 0);
                Duration pause =
                        RESTART_PAUSE_MIN.multipliedBy(1L << Math.min(count, DOUBLINGS_MAX));
                return Instant.parse(last.getTerminated().getFinishedAt())
                        .plus(pause.compareTo(RESTART_PAUSE_MAX) < 0 ? pause : RESTART_PAUSE_MAX);
            }
        }
        return null;
    }

    private static Instant startedAt(Pod pod, Instant now) {
        List<ContainerStatus> statuses = PodStatuses.statuses(pod);
        String text = statuses.isEmpty() ? null : PodStatuses.startedAt(statuses.getFirst());
        return text == null ? now : Instant.parse(text);
    }

    private static boolean isReady(Pod pod) {
        return pod.getStatus().getConditions().stream()
                .anyMatch(
                        condition ->
                                "Ready".equals(condition.getType())
                                        && "True".equals(condition.getStatus()));
    }

    private static @Nullable Instant earlier(@Nullable Instant a, @Nullable Instant b) {
        if (a == null || b == null) {
            return a == null ? b : a;
        }
        return a.isBefore(b) ? a : b;
    }
}
