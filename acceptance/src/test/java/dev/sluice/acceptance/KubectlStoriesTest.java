package dev.sluice.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/// What a person does with `kubectl` on `./sluice up`.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class KubectlStoriesTest {
    private static final String QUEUES =
            """
            apiVersion: kueue.x-k8s.io/v1beta2
            kind: ResourceFlavor
            metadata: {name: default}
            ---
            apiVersion: kueue.x-k8s.io/v1beta2
            kind: ClusterQueue
            metadata: {name: all}
            spec:
              namespaceSelector: {}
              resourceGroups:
              - coveredResources: [cpu]
                flavors:
                - name: default
                  resources: [{name: cpu, nominalQuota: "8"}]
            ---
            apiVersion: kueue.x-k8s.io/v1beta2
            kind: LocalQueue
            metadata: {name: main, namespace: default}
            spec: {clusterQueue: all}
            """;

    @TempDir private static Path folder;

    private SluiceProcess sluice;
    private Kubectl kubectl;

    @BeforeAll
    void start() throws IOException, InterruptedException {
        Kubectl.require();
        sluice =
                SluiceProcess.up(
                        List.of(
                                "up",
                                "--ephemeral",
                                "--port",
                                "0",
                                "--kubeconfig",
                                folder.resolve("kubeconfig").toString()));
        kubectl = new Kubectl(sluice.kubeconfig(), folder);
        kubectl.apply(QUEUES);
        kubectl.ok(
                "wait",
                "--for=condition=Active",
                "clusterqueue/all",
                "localqueue/main",
                "--timeout=60s");
    }

    @AfterAll
    void stop() throws InterruptedException {
        if (sluice != null) {
            assertThat(sluice.stop()).as("exit code after SIGTERM").isEqualTo(143);
        }
    }

    @Test
    void aJobIsAdmittedRunsAndCompletes() throws IOException, InterruptedException {
        assertThat(kubectl.apply(job("hello", "1", "sleep 1"))).contains("job.batch/hello created");

        kubectl.ok("wait", "--for=condition=Complete", "job/hello", "--timeout=60s");

        assertThat(kubectl.ok("get", "job", "hello", "-o", "wide"))
                .contains("Complete")
                .contains("1/1");
        assertThat(kubectl.ok("get", "workloads", "-o", "yaml"))
                .contains("job-hello-")
                .contains("type: Finished");
        assertThat(kubectl.ok("get", "pods", "-l", "job-name=hello", "-o", "wide"))
                .contains("Completed")
                .contains("node-");
        assertThat(kubectl.ok("describe", "job", "hello"))
                .contains("CreatedWorkload")
                .contains("Completed");
        assertThat(kubectl.ok("get", "job", "hello", "-o", "jsonpath={.status.succeeded}"))
                .isEqualTo("1");
    }

    @Test
    void aJobThatIsTooLargeSaysWhyItWaits() throws IOException, InterruptedException {
        kubectl.apply(job("huge", "99", "sleep 1"));

        kubectl.ok(
                "wait",
                "--for=jsonpath={.status.conditions[?(@.type==\"QuotaReserved\")].status}=False",
                "workload",
                "--all",
                "--timeout=60s");

        assertThat(kubectl.ok("describe", "workloads"))
                .contains("insufficient quota for cpu in flavor default");
        assertThat(kubectl.ok("delete", "job", "huge", "--wait")).contains("deleted");
        assertThat(kubectl.run("get", "job", "huge").output()).contains("NotFound");
    }

    @Test
    void manifestsAreExplained() throws IOException, InterruptedException {
        assertThat(kubectl.ok("explain", "clusterqueue.spec.cohortName"))
                .contains("cohortName")
                .contains("<string>");
        assertThat(kubectl.ok("explain", "job.spec.parallelism")).contains("<integer>");
        assertThat(kubectl.ok("api-resources", "--api-group", "kueue.x-k8s.io"))
                .contains(
                        "clusterqueues", "localqueues", "workloads", "resourceflavors", "cohorts");
        assertThat(kubectl.ok("api-resources"))
                .contains("pods", "jobs", "namespaces", "customresourcedefinitions");
    }

    @Test
    void objectsArePatchedAndLabelled() throws IOException, InterruptedException {
        kubectl.ok("create", "configmap", "settings", "--from-literal=a=1");

        kubectl.ok(
                "patch", "configmap", "settings", "--type=merge", "-p", "{\"data\":{\"b\":\"2\"}}");
        kubectl.ok(
                "patch",
                "configmap",
                "settings",
                "--type=json",
                "-p",
                "[{\"op\":\"remove\",\"path\":\"/data/a\"}]");
        kubectl.ok("label", "configmap", "settings", "team=x");
        kubectl.ok("annotate", "configmap", "settings", "note=y");

        assertThat(
                        kubectl.ok(
                                "get",
                                "configmap",
                                "-l",
                                "team=x",
                                "-o",
                                "jsonpath={.items[0].data}"))
                .isEqualTo("{\"b\":\"2\"}");
        assertThat(kubectl.ok("get", "configmap", "settings", "--show-labels")).contains("team=x");
    }

    @Test
    void logsSayThatNothingIsWritten() throws IOException, InterruptedException {
        kubectl.apply(
                """
                apiVersion: v1
                kind: Pod
                metadata: {name: speaker}
                spec: {containers: [{name: c, image: busybox, command: [sleep, "300"]}]}
                """);
        kubectl.ok("wait", "--for=condition=Ready", "pod/speaker", "--timeout=60s");

        Kubectl.Ended logs = kubectl.run("logs", "speaker");

        assertThat(logs.output()).contains("container c of pod speaker is simulated");
        kubectl.ok("delete", "pod", "speaker", "--wait");
    }

    @Test
    void logsAreWhatTheCommandEchoes() throws IOException, InterruptedException {
        kubectl.apply(
                """
                apiVersion: v1
                kind: Pod
                metadata: {name: talker}
                spec:
                  restartPolicy: Never
                  containers:
                  - name: c
                    image: busybox
                    command: [sh, -c, "echo one; sleep 1; echo two"]
                    resources: {requests: {cpu: 100m, memory: 64Mi}}
                """);
        kubectl.ok("wait", "--for=jsonpath={.status.phase}=Running", "pod/talker", "--timeout=60s");

        assertThat(kubectl.ok("logs", "-f", "talker").lines()).containsExactly("one", "two");
        assertThat(kubectl.ok("logs", "talker", "--tail=1").lines()).containsExactly("two");
    }

    @Test
    void aDeploymentIsRolledOutScaledAndUndone() throws IOException, InterruptedException {
        kubectl.ok("create", "deployment", "web", "--image=web:1", "--replicas=2", "--port=80");
        kubectl.ok("rollout", "status", "deployment/web", "--timeout=60s");
        kubectl.ok("expose", "deployment/web", "--port=80");

        kubectl.ok("set", "image", "deployment/web", "web=web:2");
        kubectl.ok("rollout", "status", "deployment/web", "--timeout=60s");
        kubectl.ok("rollout", "undo", "deployment/web");
        kubectl.ok("scale", "deployment/web", "--replicas=3");
        kubectl.ok("rollout", "status", "deployment/web", "--timeout=60s");

        assertThat(kubectl.ok("get", "deployment", "web", "-o", "wide"))
                .contains("3/3")
                .contains("web:1");
        assertThat(kubectl.ok("rollout", "history", "deployment/web")).contains("REVISION", "3");
        assertThat(kubectl.ok("get", "endpoints", "web")).contains(":80");
        assertThat(kubectl.ok("top", "nodes")).contains("node-1");
        assertThat(kubectl.ok("delete", "deployment,service", "web", "--wait")).contains("deleted");
    }

    @Test
    void badManifestsAreRefusedWithTheField() throws IOException, InterruptedException {
        Kubectl.Ended unknown = kubectl.run("create", "job", "BAD_NAME", "--image=x");
        assertThat(unknown.exitCode()).isNotZero();
        assertThat(unknown.output()).contains("metadata.name");
    }

    private static String job(String name, String cpu, String command) {
        return """
        apiVersion: batch/v1
        kind: Job
        metadata:
          name: %s
          labels: {kueue.x-k8s.io/queue-name: main}
        spec:
          template:
            spec:
              restartPolicy: Never
              containers:
              - name: main
                image: busybox
                command: [sh, -c, "%s"]
                resources: {requests: {cpu: "%s"}}
        """
                .formatted(name, command, cpu);
    }
}
