package dev.sluice.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Three processes: a manager, and two workers of which one is killed while it runs a job.
class LostWorkerTest {
    private static final String READY = "--for=jsonpath={.status.ready}=1";

    @TempDir private Path folder;

    private final Map<String, SluiceProcess> running = new HashMap<>();
    private final Map<String, Integer> ports = new HashMap<>();

    @AfterEach
    void stop() throws InterruptedException {
        for (SluiceProcess process : running.values()) {
            process.close();
        }
    }

    /// L5.32, L5.34: the job goes to the other worker, and what the first one still has of it goes when that one is back.
    @Test
    void aJobOutlivesTheWorkerThatRanIt() throws IOException, InterruptedException {
        Kubectl.require();
        List<Integer> free = FreePort.find(3);
        for (int i = 0; i < 3; i++) {
            ports.put(List.of("manager", "north", "south").get(i), free.get(i));
        }
        Files.writeString(
                folder.resolve("config.yaml"),
                """
                apiVersion: config.kueue.x-k8s.io/v1beta2
                kind: Configuration
                multiKueue: {workerLostTimeout: 3s}
                """);
        Kubectl manager = start("manager");
        Kubectl north = start("north");
        Kubectl south = start("south");
        manager.ok("create", "namespace", "kueue-system");
        introduce(manager, north, "north");
        introduce(manager, south, "south");
        manager.apply(TeamQueue.ofManager("north", "south"));
        manager.ok("wait", "--for=condition=Active", "clusterqueue/team", "--timeout=60s");
        south.apply(TeamQueue.job("own", 4, 600, ""));
        south.ok("wait", READY, "job/own", "--timeout=60s");
        manager.apply(TeamQueue.job("survivor", 4, 20, ""));
        manager.ok("wait", READY, "job/survivor", "--timeout=60s");
        north.ok("wait", READY, "job/survivor", "--timeout=60s");
        south.ok("delete", "job", "own", "--wait");

        process("north").kill();

        south.ok("wait", "--for=create", "job/survivor", "--timeout=60s");
        south.ok("wait", READY, "job/survivor", "--timeout=60s");
        start("north");
        manager.ok("wait", "--for=condition=Active", "multikueuecluster/north", "--timeout=90s");
        north.ok("wait", "--for=delete", "job/survivor", "--timeout=60s");
        north.ok("wait", "--for=delete", "pods", "--all", "--timeout=60s");
        assertThat(north.ok("get", "workloads")).contains("No resources found");
        manager.ok("wait", "--for=condition=Complete", "job/survivor", "--timeout=90s");
        assertThat(manager.ok("get", "job", "survivor", "-o", "jsonpath={.status.succeeded}"))
                .isEqualTo("1");
        assertThat(manager.ok("get", "workloads", "-o", "jsonpath={.items[*].status.clusterName}"))
                .isEqualTo("south");
        south.ok("wait", "--for=delete", "job/survivor", "--timeout=60s");
    }

    /// Starts a cluster, the first time or again.
    private Kubectl start(String name) throws IOException {
        running.put(
                name,
                SluiceProcess.up(
                        List.of(
                                "up",
                                "--data",
                                folder.resolve(name).toString(),
                                "--nodes",
                                "1",
                                "--port",
                                String.valueOf(ports.get(name)),
                                "--config",
                                folder.resolve("config.yaml").toString())));
        return new Kubectl(process(name).kubeconfig(), folder);
    }

    private SluiceProcess process(String name) {
        return Objects.requireNonNull(running.get(name));
    }

    /// Gives the manager a user of its own in a worker, and makes the queue there.
    private void introduce(Kubectl manager, Kubectl worker, String name)
            throws IOException, InterruptedException {
        String access = folder.resolve(name + ".yaml").toString();
        SluiceProcess.Ended issued =
                SluiceProcess.run(
                        List.of(
                                "user",
                                "multikueue",
                                access,
                                "--data",
                                folder.resolve(name).toString(),
                                "--server",
                                "https://127.0.0.1:" + ports.get(name)));
        assertThat(issued.exitCode()).as(issued.output()).isZero();
        worker.ok(
                "create",
                "clusterrolebinding",
                "multikueue",
                "--clusterrole=sluice-multikueue-manager",
                "--user=multikueue");
        worker.apply(TeamQueue.OF_WORKER);
        manager.ok(
                "create",
                "secret",
                "generic",
                name,
                "--namespace=kueue-system",
                "--from-file=kubeconfig=" + access);
        manager.apply(
                """
                apiVersion: kueue.x-k8s.io/v1beta2
                kind: MultiKueueCluster
                metadata: {name: %s}
                spec: {clusterSource: {kubeConfig: {location: %s}}}
                """
                        .formatted(name, name));
    }
}
