package dev.sluice.apiserver.resource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.StringReader;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.yaml.snakeyaml.error.YAMLException;

class YamlReaderTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "a: yes | {\"a\":true}",
                "a: \"yes\" | {\"a\":\"yes\"}",
                "y: off | {\"true\":false}",
                "a: !!str 5 | {\"a\":\"5\"}",
                "1: ~ | {\"1\":null}",
                "a: 0x1F | {\"a\":31}",
                "a: 0755 | {\"a\":493}",
                "a: 1_000 | {\"a\":1000}",
                "a: -2.5 | {\"a\":-2.5}",
                "a: 2026-01-01 | {\"a\":\"2026-01-01\"}",
                "a: 1.2.3 | {\"a\":\"1.2.3\"}",
                "a: 12345678901234567890 | {\"a\":12345678901234567890}",
                "[a, [b]] | [\"a\",[\"b\"]]",
            })
    void scalarsMeanWhatTheyMeanInYaml11(String yaml, String json) {
        assertThat(read(yaml).tree()).hasToString(json);
    }

    @Test
    void anchorsAndMergeKeysAreResolved() {
        String yaml =
                """
                base: &base {cpu: 1, memory: 2}
                big: {<<: *base, cpu: 4}
                same: *base
                """;

        assertThat(read(yaml).tree())
                .hasToString(
                        "{\"base\":{\"cpu\":1,\"memory\":2},\"big\":{\"cpu\":4,\"memory\":2},"
                                + "\"same\":{\"cpu\":1,\"memory\":2}}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a: &a\n  b: *a\n", "&a [1, *a]", "&a {x: 1, <<: *a}"})
    void whatContainsItselfIsRefused(String yaml) {
        assertThatThrownBy(() -> read(yaml))
                .isInstanceOf(YAMLException.class)
                .hasMessage("anchor 'a' value contains itself");
    }

    @Test
    void aKeyThatComesTwiceIsNamedWithItsLine() {
        assertThat(read("a: 1\nb: 2\na: 3\n").duplicates())
                .isEqualTo(
                        List.of("yaml: unmarshal errors:\n  line 3: key \"a\" already set in map"));
    }

    @Test
    void onlyTheFirstDocumentCounts() {
        assertThat(read("a: 1\n---\nb: 2\n").tree()).hasToString("{\"a\":1}");
    }

    @Test
    void aliasesThatMultiplyAreRefused() {
        StringBuilder yaml = new StringBuilder("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
        for (int i = 1; i < 9; i++) {
            String before = "*a" + (i - 1) + ", ";
            yaml.append("a%d: &a%d [%s]%n".formatted(i, i, before.repeat(9) + "x"));
        }

        assertThatThrownBy(() -> read(yaml.toString())).isInstanceOf(YAMLException.class);
    }

    @Test
    void whatIsNoYamlIsRefusedInTheWordsOfTheApi() {
        assertThatThrownBy(() -> read("a: 1\nb: [\n"))
                .isInstanceOfSatisfying(
                        YAMLException.class,
                        malformed ->
                                assertThat(YamlReader.complaint(malformed))
                                        .isEqualTo(
                                                "yaml: line 2: did not find expected node content"));
    }

    private static TreeReader.Read read(String yaml) {
        return YamlReader.read(new StringReader(yaml));
    }
}
