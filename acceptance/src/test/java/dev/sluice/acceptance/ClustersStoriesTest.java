package dev.sluice.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/// What a person does with `kubectl` on `./sluice up --workers 2`.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ClustersStoriesTest {
    private static final List<String> WORKERS = List.of("worker1", "worker2");
    private static final String URGENT = "kueue.x-k8s.io/priority-class: urgent";
    private static final String READY = "--for=jsonpath={.status.ready}=1";

    @TempDir private static Path folder;

    private SluiceProcess sluice;
    private Kubectl kubectl;

    @BeforeAll
    void start() throws IOException, InterruptedException {
        Kubectl.require();
        String kubeconfig = folder.resolve("kubeconfig").toString();
        sluice =
                SluiceProcess.up(
                        List.of(
                                "up",
                                "--ephemeral",
                                "--workers",
                                "2",
                                "--nodes",
                                "1",
                                "--port",
                                "0",
                                "--kubeconfig",
                                kubeconfig));
        kubectl = new Kubectl(sluice.kubeconfig(), folder);
        for (String worker : WORKERS) {
            kubectl.in(worker).apply(TeamQueue.OF_WORKER);
        }
        kubectl.apply(TeamQueue.ofManager("worker1", "worker2"));
        kubectl.ok("wait", "--for=condition=Active", "clusterqueue/team", "--timeout=60s");
    }

    @AfterAll
    void stop() throws InterruptedException {
        if (sluice != null) {
            assertThat(sluice.stop()).as("exit code after SIGTERM").isEqualTo(143);
        }
    }

    @AfterEach
    void leaveNothing() throws IOException, InterruptedException {
        kubectl.ok("delete", "jobs", "--all", "--wait");
        for (String worker : WORKERS) {
            Kubectl there = kubectl.in(worker);
            there.ok("delete", "jobs", "--all", "--wait");
            there.ok("wait", "--for=delete", "workloads", "--all", "--timeout=60s");
        }
    }

    @Test
    void theFileLeadsToAllClusters() throws IOException, InterruptedException {
        assertThat(kubectl.ok("config", "get-contexts", "-o", "name").lines())
                .containsExactlyInAnyOrder("manager", "worker1", "worker2");
        assertThat(kubectl.ok("get", "multikueueclusters"))
                .containsPattern("worker1 +True")
                .containsPattern("worker2 +True");
        for (String worker : WORKERS) {
            assertThat(kubectl.in(worker).ok("get", "nodes")).contains("node-1");
            assertThat(kubectl.in(worker).ok("get", "multikueueclusters"))
                    .contains("No resources found");
        }
    }

    @Test
    void aJobRunsWhereThereIsRoomAndIsSeenAtTheManager() throws IOException, InterruptedException {
        fill("worker1");
        kubectl.apply(TeamQueue.job("hello", 2, 2, ""));

        kubectl.ok("wait", "--for=condition=Complete", "job/hello", "--timeout=60s");

        assertThat(cluster("hello")).isEqualTo("worker2");
        assertThat(kubectl.ok("get", "job", "hello", "-o", "jsonpath={.status.succeeded}"))
                .isEqualTo("1");
        assertThat(kubectl.ok("get", "pods")).contains("No resources found");
        kubectl.in("worker2").ok("wait", "--for=delete", "job/hello", "--timeout=60s");
        assertThat(kubectl.in("worker2").ok("get", "workloads")).contains("No resources found");
    }

    /// KEP-8303
    @Test
    void anUrgentJobEvictsInOneWorkerOnly() throws IOException, InterruptedException {
        for (String worker : WORKERS) {
            fill(worker);
        }
        kubectl.apply(TeamQueue.job("rush", 4, 600, URGENT));

        kubectl.ok("wait", READY, "job/rush", "--timeout=60s");

        String chosen = cluster("rush");
        for (String worker : WORKERS) {
            assertThat(kubectl.in(worker).ok("get", "workloads", "-o", "yaml"))
                    .as(worker)
                    .matches(
                            text -> text.contains("reason: Preempted") == worker.equals(chosen),
                            "evicts only where the job runs");
        }
    }

    @Test
    void aJobOfTheManagerGivesWayInOneWorkerAndRunsAgain()
            throws IOException, InterruptedException {
        kubectl.apply(TeamQueue.job("one", 3, 600, ""));
        kubectl.ok("wait", READY, "job/one", "--timeout=60s");
        kubectl.apply(TeamQueue.job("two", 3, 600, ""));
        kubectl.ok("wait", READY, "job/two", "--timeout=60s");
        assertThat(List.of(cluster("one"), cluster("two")))
                .containsExactlyInAnyOrderElementsOf(WORKERS);

        kubectl.apply(TeamQueue.job("rush", 2, 2, URGENT));
        kubectl.ok("wait", "--for=condition=Complete", "job/rush", "--timeout=60s");

        kubectl.ok("wait", READY, "job/one", "job/two", "--timeout=60s");
        assertThat(kubectl.ok("get", "events", "--field-selector=reason=MultiKueue").lines())
                .filteredOn(line -> line.contains("job-one-") || line.contains("job-two-"))
                .filteredOn(line -> line.contains("Workload evicted on worker cluster"))
                .as("one of them gave way")
                .hasSize(1);
    }

    @Test
    void explainTellsWhatEachCopyWaitsFor() throws IOException, InterruptedException {
        for (String worker : WORKERS) {
            fill(worker);
        }
        kubectl.apply(TeamQueue.job("patient", 2, 600, ""));
        for (String worker : WORKERS) {
            kubectl.in(worker).ok("wait", "--for=create", workload("patient"), "--timeout=60s");
            kubectl.in(worker)
                    .ok(
                            "wait",
                            "--for=condition=QuotaReserved=False",
                            workload("patient"),
                            "--timeout=60s");
        }

        assertThat(explained("patient"))
                .containsPattern("worker1: waits: .*insufficient unused quota")
                .containsPattern("worker2: waits: .*insufficient unused quota");

        kubectl.in("worker2").ok("delete", "job", "own", "--wait");
        kubectl.ok("wait", READY, "job/patient", "--timeout=60s");
        assertThat(explained("patient")).contains("Cluster worker2 has it.");
    }

    @Test
    void aJobThatAWorkerEvictsGoesToTheOther() throws IOException, InterruptedException {
        kubectl.apply(TeamQueue.job("wanderer", 3, 600, ""));
        kubectl.ok("wait", READY, "job/wanderer", "--timeout=60s");
        String first = cluster("wanderer");
        String second = first.equals("worker1") ? "worker2" : "worker1";
        kubectl.in(first)
                .apply(
                        """
                        apiVersion: kueue.x-k8s.io/v1beta2
                        kind: WorkloadPriorityClass
                        metadata: {name: urgent}
                        value: 1000
                        """);

        kubectl.in(first).apply(TeamQueue.job("own", 3, 600, URGENT));

        kubectl.ok(
                "wait",
                "--for=jsonpath={.status.clusterName}=" + second,
                workload("wanderer"),
                "--timeout=60s");
        kubectl.in(second).ok("wait", READY, "job/wanderer", "--timeout=60s");
        kubectl.in(first).ok("wait", "--for=delete", "job/wanderer", "--timeout=60s");
        assertThat(kubectl.ok("get", "events"))
                .contains("Workload evicted on worker cluster: \"" + first + "\"");
    }

    @Test
    void whoeverDeletesAJobDeletesItEverywhere() throws IOException, InterruptedException {
        kubectl.apply(TeamQueue.job("brief", 1, 600, ""));
        kubectl.ok("wait", READY, "job/brief", "--timeout=60s");
        Kubectl there = kubectl.in(cluster("brief"));

        kubectl.ok("delete", "job", "brief", "--wait");

        there.ok("wait", "--for=delete", "job/brief", "--timeout=60s");
        there.ok("wait", "--for=delete", "pods", "--all", "--timeout=60s");
    }

    private String explained(String job) throws IOException, InterruptedException {
        SluiceProcess.Ended explained =
                SluiceProcess.run(
                        List.of(
                                "explain",
                                "job",
                                job,
                                "--kubeconfig",
                                kubectl.kubeconfig().toString()));
        assertThat(explained.exitCode()).as(explained.output()).isZero();
        return explained.output();
    }

    private void fill(String worker) throws IOException, InterruptedException {
        kubectl.in(worker).apply(TeamQueue.job("own", 4, 600, ""));
        kubectl.in(worker).ok("wait", READY, "job/own", "--timeout=60s");
    }

    private String workload(String job) throws IOException, InterruptedException {
        return kubectl.ok("get", "workloads", "-o", "name")
                .lines()
                .filter(name -> name.contains("-" + job + "-"))
                .findFirst()
                .orElseThrow();
    }

    private String cluster(String job) throws IOException, InterruptedException {
        return kubectl.ok("get", workload(job), "-o", "jsonpath={.status.clusterName}");
    }
}
