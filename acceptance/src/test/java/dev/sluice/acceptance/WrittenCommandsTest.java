package dev.sluice.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/// What the README and the guide tell a reader to type works as it is written there. Pages that go on from the first
/// steps do so in one cluster, in any order, since each leaves it as it was.
class WrittenCommandsTest {
    private static final long ENDS_WITHIN_SECONDS = 300;

    @TempDir private static Path scratch;

    @TestFactory
    Stream<DynamicTest> everyPage() throws IOException {
        Path home = SluiceProcess.home();
        List<Path> pages = new ArrayList<>(List.of(home.resolve("README.md")));
        try (Stream<Path> guide = Files.list(home.resolve("docs/guide"))) {
            guide.filter(file -> file.toString().endsWith(".md")).sorted().forEach(pages::add);
        }
        Path firstSteps = home.resolve("docs/guide/README.md");
        List<WrittenPage> alone = new ArrayList<>();
        List<WrittenPage> after = new ArrayList<>();
        for (Path file : pages) {
            WrittenPage page = WrittenPage.read(file);
            assertThat(page.faults()).isEmpty();
            if (page.leansOn(firstSteps)) {
                after.add(page);
            } else if (!file.equals(firstSteps)) {
                alone.add(page);
            }
        }
        List<WrittenPage> inOneCluster = new ArrayList<>(List.of(WrittenPage.read(firstSteps)));
        inOneCluster.addAll(after);
        inOneCluster.addAll(after.reversed());
        return Stream.concat(
                alone.stream()
                        .map(
                                page ->
                                        DynamicTest.dynamicTest(
                                                home.relativize(page.file()).toString(),
                                                () -> areRun(List.of(page)))),
                Stream.of(
                        DynamicTest.dynamicTest(
                                "the first steps, and what goes on from them, there and back",
                                () -> areRun(inOneCluster))));
    }

    private static void areRun(List<WrittenPage> pages) throws IOException, InterruptedException {
        List<String> blocks = new ArrayList<>();
        for (WrittenPage page : pages) {
            blocks.add("echo '=== " + page.file().getFileName() + "'\n");
            blocks.addAll(page.blocks());
        }
        if (blocks.stream().anyMatch(block -> block.contains("kubectl"))) {
            Kubectl.require();
        }
        run(WrittenPage.script(blocks, FreePort.find(WrittenPage.PORTS)));
    }

    private static void run(String script) throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory(scratch, "reader");
        for (String name : List.of("sluice", "demo")) {
            Files.createSymbolicLink(folder.resolve(name), SluiceProcess.home().resolve(name));
        }
        File output = folder.resolve("output").toFile();
        ProcessBuilder shell =
                new ProcessBuilder("sh", "-c", script)
                        .directory(folder.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(output);
        shell.environment().put("SLUICE_BUILT", "1");
        shell.environment().put("XDG_DATA_HOME", folder.resolve("data-home").toString());
        shell.environment().put("KUBECONFIG", folder.resolve("kubeconfig").toString());
        shell.environment().put("KUBECACHEDIR", folder.resolve("cache").toString());
        Process process = shell.start();
        if (!process.waitFor(ENDS_WITHIN_SECONDS, TimeUnit.SECONDS)) {
            process.descendants().forEach(ProcessHandle::destroy);
            process.destroy();
            process.waitFor();
            throw new IllegalStateException("did not end: " + Files.readString(output.toPath()));
        }
        assertThat(process.exitValue()).as(Files.readString(output.toPath())).isZero();
    }
}
