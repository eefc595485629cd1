package dev.sluice.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class DifferencesTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @Test
    void findsNothingInEqualValuesWhateverTheOrderOfFields() throws JsonProcessingException {
        assertThat(first("{\"a\":1,\"b\":[2.0]}", "{\"b\":[2],\"a\":1}")).isNull();
    }

    @Test
    void saysWhereAndWhat() throws JsonProcessingException {
        assertThat(first("{\"a/b\":[1,2]}", "{\"a/b\":[1,3]}"))
                .isEqualTo("/a~1b/1: expected 2, got 3");
        assertThat(first("{\"a\":1}", "{}")).isEqualTo("/a: expected 1, got nothing");
        assertThat(first("{}", "{\"a\":[]}")).isEqualTo("/a: expected nothing, got []");
        assertThat(first("[1]", "[1,2]")).isEqualTo("/1: expected nothing, got 2");
    }

    private static @Nullable String first(String expected, String actual)
            throws JsonProcessingException {
        return Differences.first("", JSON.readTree(expected), JSON.readTree(actual));
    }
}
