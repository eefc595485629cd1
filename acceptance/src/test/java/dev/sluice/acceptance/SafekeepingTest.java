package dev.sluice.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Users, backups and the record of changes, from the command line (docs/guide/security.md).
class SafekeepingTest {
    @TempDir Path folder;

    @BeforeAll
    static void needsKubectl() {
        Kubectl.require();
    }

    @Test
    void aFurtherUserSeesWhatHisRolesShow() throws IOException, InterruptedException {
        Path data = folder.resolve("data");
        Path alice = folder.resolve("alice.yaml");
        try (SluiceProcess sluice = apiserver(data)) {
            Kubectl admin = new Kubectl(sluice.kubeconfig(), folder);
            String server =
                    admin.ok("config", "view", "-o", "jsonpath={.clusters[0].cluster.server}");
            SluiceProcess.Ended made =
                    SluiceProcess.run(
                            List.of(
                                    "user",
                                    "alice",
                                    alice.toString(),
                                    "--group",
                                    "crew",
                                    "--data",
                                    data.toString(),
                                    "--server",
                                    server));
            assertThat(made.exitCode()).as(made.output()).isZero();
            Kubectl hers = new Kubectl(alice, folder);

            assertThat(hers.ok("auth", "whoami")).contains("alice", "crew");
            assertThat(hers.run("get", "configmaps").output()).contains("forbidden");
            admin.ok("create", "rolebinding", "views", "--clusterrole=view", "--user=alice");
            hers.ok("get", "configmaps");
            assertThat(hers.ok("auth", "can-i", "list", "configmaps")).contains("yes");
            assertThat(hers.run("auth", "can-i", "list", "secrets").output()).contains("no");
            assertThat(Files.readString(folder.resolve("audit.log")))
                    .contains("\"resource\":\"rolebindings\"");
        }
    }

    @Test
    void aBackupOfARunningServerBringsEverythingBack() throws IOException, InterruptedException {
        Path data = folder.resolve("data");
        Path backup = folder.resolve("backup");
        Path restored = folder.resolve("restored");
        String token;
        try (SluiceProcess sluice = apiserver(data)) {
            Kubectl kubectl = new Kubectl(sluice.kubeconfig(), folder);
            kubectl.ok("create", "configmap", "kept", "--from-literal=a=b");
            SluiceProcess.Ended made =
                    SluiceProcess.run(
                            List.of("backup", backup.toString(), "--data", data.toString()));
            assertThat(made.exitCode()).as(made.output()).isZero();
            kubectl.ok("create", "configmap", "later", "--from-literal=a=b");
            token = token(kubectl);
        }
        SluiceProcess.Ended back =
                SluiceProcess.run(
                        List.of("restore", backup.toString(), "--data", restored.toString()));
        assertThat(back.exitCode()).as(back.output()).isZero();
        try (SluiceProcess sluice = apiserver(restored)) {
            Kubectl kubectl = new Kubectl(sluice.kubeconfig(), folder);
            assertThat(kubectl.ok("get", "configmaps", "-o", "name")).contains("kept");
            assertThat(kubectl.run("get", "configmap", "later").output()).contains("NotFound");
            assertThat(token(kubectl)).as("old kubeconfigs stay good").isEqualTo(token);
        }
        assertThat(
                        SluiceProcess.run(
                                        List.of(
                                                "restore",
                                                backup.toString(),
                                                "--data",
                                                restored.toString()))
                                .output())
                .contains("nothing was changed");
    }

    private SluiceProcess apiserver(Path data) throws IOException {
        return SluiceProcess.up(
                List.of(
                        "apiserver",
                        "--port",
                        "0",
                        "--data",
                        data.toString(),
                        "--audit-log",
                        folder.resolve("audit.log").toString()));
    }

    private static String token(Kubectl kubectl) throws IOException, InterruptedException {
        return kubectl.ok("config", "view", "--raw", "-o", "jsonpath={.users[0].user.token}");
    }
}
