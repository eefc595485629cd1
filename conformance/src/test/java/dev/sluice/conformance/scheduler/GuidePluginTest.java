package dev.sluice.conformance.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.sluice.controllers.scheduling.SchedulerWords;
import dev.sluice.podscheduler.Decision;
import dev.sluice.podscheduler.PodScheduler;
import dev.sluice.podscheduler.config.PluginCatalogue;
import dev.sluice.podscheduler.config.SchedulerConfiguration;
import dev.sluice.podscheduler.cycle.TieBreak;
import dev.sluice.podscheduler.framework.Plugin;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The plugin that the guide shows, compiled as it stands there and put into a scheduler by the configuration that stands there.
@NullUnmarked
class GuidePluginTest {
    private static final Path PAGE = Path.of("..", "docs", "guide", "pod-scheduler.md");
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    @TempDir private Path folder;
    private PodScheduler scheduler;

    @BeforeEach
    void build() throws Exception {
        Plugin plugin = compiled(block("java", "class QuietNodes"));
        Map<String, Object> file =
                new YAMLMapper()
                        .readValue(block("yaml", "QuietNodes"), new TypeReference<>() {});
        SchedulerConfiguration configuration =
                SchedulerConfiguration.read(
                        file, PluginCatalogue.standard().with("QuietNodes", _ -> plugin));
        scheduler =
                new PodScheduler(
                        configuration.profiles(), configuration.backoff(), TieBreak.BY_UID);
    }

    @Test
    void itKeepsPodsOffNodesThatAreBeingEmptied() {
        Node emptying = node("n1", Map.of("example.com/emptying", "true"));
        scheduler.nodeSeen(SchedulerWords.node(emptying), NOW);
        scheduler.podSeen(null, SchedulerWords.pod(pod("a")), NOW);
        assertThat(scheduler.next(NOW))
                .isInstanceOfSatisfying(
                        Decision.Refuse.class,
                        refused ->
                                assertThat(refused.placement().message())
                                        .startsWith(
                                                "0/1 nodes are available: 1 node(s) were being"
                                                        + " emptied."));

        scheduler.nodeSeen(SchedulerWords.node(node("n1", Map.of())), NOW);
        assertThat(placed(scheduler.next(NOW.plusSeconds(2)))).isEqualTo("n1");
    }

    @Test
    void itPrefersQuietNodesMoreThanEmptyOnes() {
        scheduler.nodeSeen(SchedulerWords.node(node("loud", Map.of())), NOW);
        scheduler.nodeSeen(
                SchedulerWords.node(node("quiet", Map.of("example.com/quiet", "100"))), NOW);
        for (String name : new String[] {"a", "b", "c"}) {
            scheduler.podSeen(null, SchedulerWords.pod(pod(name)), NOW);
            assertThat(placed(scheduler.next(NOW))).isEqualTo("quiet");
        }
    }

    private static String placed(Decision decision) {
        return ((Decision.Bind) decision).binding().node();
    }

    /// The block of this language that holds `part`.
    private static String block(String language, String part) throws Exception {
        Matcher blocks =
                Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL)
                        .matcher(Files.readString(PAGE));
        return blocks.results()
                .map(found -> found.group(1))
                .filter(text -> text.contains(part))
                .findFirst()
                .orElseThrow();
    }

    private Plugin compiled(String source) throws Exception {
        Path file = Files.writeString(folder.resolve("QuietNodes.java"), source);
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        int faults =
                compiler.run(
                        null,
                        null,
                        null,
                        "-proc:none",
                        "-classpath",
                        System.getProperty("java.class.path"),
                        "-d",
                        folder.toString(),
                        file.toString());
        assertThat(faults).isZero();
        try (URLClassLoader loader =
                new URLClassLoader(
                        new URL[] {folder.toUri().toURL()}, getClass().getClassLoader())) {
            return (Plugin)
                    loader.loadClass("QuietNodes").getDeclaredConstructor().newInstance();
        }
    }

    private static Node node(String name, Map<String, String> labels) {
        return new NodeBuilder()
                .withNewMetadata()
                .withName(name)
                .withLabels(labels)
                .endMetadata()
                .withNewStatus()
                .addToAllocatable("cpu", new Quantity("4"))
                .addToAllocatable("memory", new Quantity("8Gi"))
                .addToAllocatable("pods", new Quantity("110"))
                .endStatus()
                .build();
    }

    private static Pod pod(String name) {
        return new PodBuilder()
                .withNewMetadata()
                .withNamespace("ns")
                .withName(name)
                .withUid("uid-" + name)
                .endMetadata()
                .withNewSpec()
                .addNewContainer()
                .withName("main")
                .withNewResources()
                .addToRequests("cpu", new Quantity("1"))
                .endResources()
                .endContainer()
                .endSpec()
                .build();
    }
}
