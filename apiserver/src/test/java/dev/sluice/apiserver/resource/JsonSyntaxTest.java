package dev.sluice.apiserver.resource;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonSyntaxTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{bad json} | invalid character 'b' looking for beginning of object key string",
                "{\"a\":} | invalid character '}' looking for beginning of value",
                "{\"a\" 1} | invalid character '1' after object key",
                "{\"a\":1 \"b\":2} | invalid character '\"' after object key:value pair",
                "[1 2] | invalid character '2' after array element",
                "{} x | invalid character 'x' after top-level value",
                "{\"a\":tru} | invalid character '}' in literal true (expecting 'e')",
                "{\"a\":1.x} | invalid character 'x' after decimal point in numeric literal",
                "{\"a\":1ex} | invalid character 'x' in exponent of numeric literal",
                "{\"a\":-x} | invalid character 'x' in numeric literal",
                "[\"\\x\"] | invalid character 'x' in string escape code",
                "[\"\\u12x4\"] | invalid character 'x' in \\u hexadecimal character escape",
                "{\"a\":[1, | unexpected end of JSON input",
                "' | invalid character '\\'' looking for beginning of value",
                "01 | invalid character '1' after top-level value"
            })
    void theFirstMistakeIsNamed(String text, String complaint) {
        assertThat(JsonSyntax.complaint(text.getBytes(StandardCharsets.UTF_8)))
                .isEqualTo(complaint);
    }

    @Test
    void bytesThatAreNoTextAreShownByTheirNumber() {
        assertThat(JsonSyntax.complaint(new byte[] {(byte) 0x81}))
                .isEqualTo("invalid character '\\u0081' looking for beginning of value");
    }

    @ParameterizedTest
    @ValueSource(strings = {"[", "{\"a\":"})
    void nestingIsReadHoweverDeep(String beginning) {
        byte[] text = beginning.repeat(500_000).getBytes(StandardCharsets.UTF_8);

        assertThat(JsonSyntax.complaint(text)).isEqualTo(JsonSyntax.ENDED);
    }

    @Test
    void ofJsonThereIsNothingToSay() {
        byte[] json =
                "{\"a\": [1, -2.5e+3, \"x\\u00e9\\n\", true, null, {}, []]}\n"
                        .getBytes(StandardCharsets.UTF_8);

        assertThat(JsonSyntax.complaint(json)).isNull();
    }
}
