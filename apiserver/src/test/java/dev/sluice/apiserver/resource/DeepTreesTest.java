package dev.sluice.apiserver.resource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.apiserver.json.Nesting;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DeepTreesTest {
    /// Less than a request's thread has.
    private static final int STACK_BYTES = 384 << 10;

    private static final String LISTS = "[ ]";
    private static final String OBJECTS = "{\"a\": }";

    private final TreeReader reader = new TreeReader();

    @ParameterizedTest
    @ValueSource(strings = {LISTS, OBJECTS})
    void asDeepAsIsAllowedFitsASmallStack(String level) throws Exception {
        byte[] text = nested(level, Nesting.LEVELS_MAX);

        JsonNode json = onSmallStack(() -> reader.json(text)).tree();
        assertThat(Nesting.fits(json, Nesting.LEVELS_MAX)).isTrue();
        assertThat(Nesting.fits(json, Nesting.LEVELS_MAX - 1)).isFalse();
        assertThat(onSmallStack(() -> reader.yaml(text)).tree()).isEqualTo(json);
    }

    @ParameterizedTest
    @ValueSource(ints = {Nesting.LEVELS_MAX + 1, 1_000, 60_000})
    void deeperTreesAreRefused(int levels) throws Exception {
        byte[] text = nested(OBJECTS, levels);

        assertThatThrownBy(() -> onSmallStack(() -> reader.json(text)))
                .hasMessageContaining("nesting depth")
                .hasMessageContaining("maximum allowed (200");
        assertThatThrownBy(() -> onSmallStack(() -> reader.yaml(text)))
                .hasMessageContaining("Nesting Depth exceeded max 200");
    }

    /// Each text is shallow enough, the tree is not.
    @Test
    void aliasesOfAliasesAreNoWayAround() throws Exception {
        String text =
                IntStream.rangeClosed(1, 40)
                        .mapToObj(
                                i ->
                                        "a%d: &a%d %s*a%d%s\n"
                                                .formatted(
                                                        i,
                                                        i,
                                                        "{x: ".repeat(100),
                                                        i - 1,
                                                        "}".repeat(100)))
                        .collect(Collectors.joining("", "a0: &a0 {}\n", ""));

        assertThatThrownBy(
                        () ->
                                onSmallStack(
                                        () -> reader.yaml(text.getBytes(StandardCharsets.UTF_8))))
                .hasMessageContaining("Nesting Depth exceeded max 200");
    }

    /// @param level text of one level, with a blank where the next one goes
    private static byte[] nested(String level, int levels) {
        String[] halves = level.split(" ", 2);
        return (halves[0].repeat(levels) + "1" + halves[1].repeat(levels))
                .getBytes(StandardCharsets.UTF_8);
    }

    private static <T> T onSmallStack(Callable<T> work) throws Exception {
        FutureTask<T> task = new FutureTask<>(work);
        new Thread(null, task, "small", STACK_BYTES).start();
        return task.get();
    }
}
