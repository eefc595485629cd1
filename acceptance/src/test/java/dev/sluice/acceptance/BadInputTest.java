package dev.sluice.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Whatever is wrong, the command says so in one sentence and ends with an exit code that is not 0.
class BadInputTest {
    @TempDir private Path folder;

    @Test
    void aPortInUse() throws IOException, InterruptedException {
        try (SluiceProcess first = apiserver("first")) {
            String port =
                    Files.readString(first.kubeconfig())
                            .replaceAll("(?s).*127\\.0\\.0\\.1:(\\d+).*", "$1");

            refused(
                    "in use",
                    "apiserver",
                    "--ephemeral",
                    "--port",
                    port,
                    "--kubeconfig",
                    folder.resolve("k2").toString());
        }
    }

    @Test
    void aDataFolderOfAnotherProcess() throws IOException, InterruptedException {
        try (SluiceProcess _ = apiserver("data")) {
            refused(
                    "data",
                    "apiserver",
                    "--data",
                    folder.resolve("data").toString(),
                    "--port",
                    "0");
        }
    }

    @Test
    void aDataFolderThatIsAFile() throws IOException, InterruptedException {
        Path file = Files.writeString(folder.resolve("file"), "x");

        refused("file", "apiserver", "--data", file.toString(), "--port", "0");
    }

    @Test
    void aDatabaseThatIsNone() throws IOException, InterruptedException {
        Path data = folder.resolve("broken");
        apiserver("broken").close();
        try (var files = Files.walk(data)) {
            for (Path database :
                    files.filter(
                                    file ->
                                            file.toString().endsWith(".db")
                                                    || file.toString().endsWith(".sqlite"))
                            .toList()) {
                Files.write(
                        database,
                        "this is no database at all, but long enough to be looked at"
                                .repeat(200)
                                .getBytes(StandardCharsets.UTF_8));
            }
        }

        refused("", "apiserver", "--data", data.toString(), "--port", "0");
    }

    @Test
    void aManifestWithAnErrorOnLineSix() throws IOException, InterruptedException {
        Files.writeString(
                folder.resolve("1.yaml"), "apiVersion: v1\nkind: Namespace\nmetadata: {name: a}\n");
        Files.writeString(
                folder.resolve("2.yaml"),
                "apiVersion: v1\nkind: Namespace\nmetadata:\n  name: b\n  labels:\n    - a: [\n");

        refused("2.yaml, line ", "demo", folder.toString());
    }

    @Test
    void aManifestThatTheServerRefuses() throws IOException, InterruptedException {
        Files.writeString(
                folder.resolve("1.yaml"),
                "apiVersion: v1\nkind: Namespace\nmetadata:\n  name: Not_A_Name\n");

        refused("1.yaml, line 4", "demo", folder.toString());
    }

    private SluiceProcess apiserver(String data) throws IOException {
        return SluiceProcess.up(
                List.of("apiserver", "--data", folder.resolve(data).toString(), "--port", "0"));
    }

    private static void refused(String word, String... arguments)
            throws IOException, InterruptedException {
        SluiceProcess.Ended ended = SluiceProcess.run(List.of(arguments));

        assertThat(ended.exitCode()).as(ended.output()).isNotZero();
        assertThat(ended.output().lines().filter(line -> line.startsWith("sluice: ")))
                .as(ended.output())
                .singleElement()
                .asString()
                .contains(word);
        assertThat(ended.output()).doesNotContain("\tat ");
    }
}
