package dev.sluice.localcluster.node;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.ContainerStatusBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Patches of a pod's status, in the form in which real nodes' simulators write them (as recorded): they are merged by
/// key, so what others wrote stays.
final class PodStatuses {
    private PodStatuses() {}

    /// It starts; ready or not yet.
    static Map<String, Object> started(
            Pod pod, boolean ready, String ip, String hostIp, Instant now) {
        Map<String, Object> status = new LinkedHashMap<>();
        status.put("phase", "Running");
        List<Object> conditions = new ArrayList<>();
        conditions.add(condition("Initialized", true, null, now));
        conditions.addAll(readiness(ready, ready ? null : "ContainersNotReady", now));
        status.put("conditions", conditions);
        status.put("startTime", seconds(now));
        status.put("hostIP", hostIp);
        status.put("hostIPs", List.of(Map.of("ip", hostIp)));
        status.put("podIP", ip);
        status.put("podIPs", List.of(Map.of("ip", ip)));
        List<ContainerStatus> containers = new ArrayList<>();
        for (Container container : pod.getSpec().getContainers()) {
            containers.add(running(container, ready, 0, now));
        }
        status.put("containerStatuses", containers);
        return Map.of("status", status);
    }

    private static ContainerStatus running(
            Container container, boolean ready, int restarts, Instant now) {
        return new ContainerStatusBuilder()
                .withName(container.getName())
                .withImage(container.getImage())
                .withImageID("")
                .withReady(ready)
                .withRestartCount(restarts)
                .withNewState()
                .withNewRunning(seconds(now))
                .endState()
                .build();
    }

    /// It became ready or ceased to be.
    static Map<String, Object> readinessOnly(boolean ready, @Nullable String reason, Instant now) {
        Map<String, Object> status = new LinkedHashMap<>();
        status.put("phase", "Running");
        status.put("conditions", readiness(ready, reason, now));
        return Map.of("status", status);
    }

    /// Its containers have become ready after a while.
    static Map<String, Object> becameReady(Pod pod, Instant now) {
        Map<String, Object> status = new LinkedHashMap<>();
        status.put("conditions", readiness(true, null, now));
        List<ContainerStatus> containers = new ArrayList<>();
        for (ContainerStatus known : statuses(pod)) {
            containers.add(new ContainerStatusBuilder(known).withReady(true).build());
        }
        status.put("containerStatuses", containers);
        return Map.of("status", status);
    }

    /// Its containers have ended.
    ///
    /// @param message of the pod; null for none
    static Map<String, Object> ended(Pod pod, int exitCode, @Nullable String message, Instant now) {
        boolean good = exitCode == 0;
        Map<String, Object> status = new LinkedHashMap<>();
        status.put("phase", good ? "Succeeded" : "Failed");
        if (message != null) {
            status.put("message", message);
        }
        status.put("conditions", readiness(false, good ? "PodCompleted" : "PodFailed", now));
        List<ContainerStatus> containers = new ArrayList<>();
        for (Container container : pod.getSpec().getContainers()) {
            ContainerStatus known = status(pod, container.getName());
            containers.add(terminated(container, known, exitCode, now));
        }
        status.put("containerStatuses", containers);
        return Map.of("status", status);
    }

    private static ContainerStatus terminated(
            Container container, @Nullable ContainerStatus known, int exitCode, Instant now) {
        return new ContainerStatusBuilder()
                .withName(container.getName())
                .withImage(container.getImage())
                .withImageID("")
                .withReady(false)
                .withStarted(false)
                .withRestartCount(restarts(known))
                .withNewState()
                .withNewTerminated()
                .withExitCode(exitCode)
                .withReason(exitCode == 0 ? "Completed" : "Error")
                .withStartedAt(Objects.requireNonNullElse(startedAt(known), seconds(now)))
                .withFinishedAt(seconds(now))
                .endTerminated()
                .endState()
                .build();
    }

    /// Its containers have ended and wait for their restart.
    static Map<String, Object> crashed(Pod pod, int exitCode, Instant now) {
        List<ContainerStatus> containers = new ArrayList<>();
        for (Container container : pod.getSpec().getContainers()) {
            ContainerStatus known = status(pod, container.getName());
            ContainerStatus end = terminated(container, known, exitCode, now);
            containers.add(
                    new ContainerStatusBuilder(end)
                            .withLastState(end.getState())
                            .withNewState()
                            .withNewWaiting("back-off restarting the container", "CrashLoopBackOff")
                            .endState()
                            .build());
        }
        Map<String, Object> status = new LinkedHashMap<>();
        status.put("conditions", readiness(false, "ContainersNotReady", now));
        status.put("containerStatuses", containers);
        return Map.of("status", status);
    }

    /// Its containers run again.
    static Map<String, Object> restarted(Pod pod, Instant now) {
        List<ContainerStatus> containers = new ArrayList<>();
        for (Container container : pod.getSpec().getContainers()) {
            ContainerStatus known = status(pod, container.getName());
            ContainerStatus again = running(container, true, restarts(known) + 1, now);
            containers.add(
                    known == null
                            ? again
                            : new ContainerStatusBuilder(again)
                                    .withLastState(known.getLastState())
                                    .build());
        }
        Map<String, Object> status = new LinkedHashMap<>();
        status.put("conditions", readiness(true, null, now));
        status.put("containerStatuses", containers);
        return Map.of("status", status);
    }

    private static List<Map<String, Object>> readiness(
            boolean ready, @Nullable String reason, Instant now) {
        return List.of(
                condition("Ready", ready, reason, now),
                condition("ContainersReady", ready, reason, now));
    }

    private static Map<String, Object> condition(
            String type, boolean value, @Nullable String reason, Instant now) {
        Map<String, Object> condition = new LinkedHashMap<>();
        condition.put("type", type);
        condition.put("status", value ? "True" : "False");
        if (reason != null) {
            condition.put("reason", reason);
        }
        condition.put("lastTransitionTime", seconds(now));
        return condition;
    }

    static List<ContainerStatus> statuses(Pod pod) {
        return pod.getStatus() == null || pod.getStatus().getContainerStatuses() == null
                ? List.of()
                : pod.getStatus().getContainerStatuses();
    }

    private static @Nullable ContainerStatus status(Pod pod, String container) {
        return statuses(pod).stream()
                .filter(status -> container.equals(status.getName()))
                .findFirst()
                .orElse(null);
    }

    private static int restarts(@Nullable ContainerStatus status) {
        return status == null ? 0 : Objects.requireNonNullElse(status.getRestartCount(), 0);
    }

    static @Nullable String startedAt(@Nullable ContainerStatus status) {
        return status == null || status.getState() == null || status.getState().getRunning() == null
                ? null
                : status.getState().getRunning().getStartedAt();
    }

    private static String seconds(Instant instant) {
        return instant.truncatedTo(ChronoUnit.SECONDS).toString();
    }
}
