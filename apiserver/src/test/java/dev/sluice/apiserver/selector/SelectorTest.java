package dev.sluice.apiserver.selector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.error.ApiError;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Label selectors (H1.72) and field selectors (H1.70).
class SelectorTest {
    private static final Map<String, String> LABELS =
            Map.of("app", "web", "tier", "2", "example.com/owner", "me");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "app=web | true",
                "app==web | true",
                "app!=web | false",
                "absent!=web | true",
                "absent=web | false",
                "app in (web,db) | true",
                "app notin (web, db) | false",
                "app in () | false",
                "app | true",
                "!app | false",
                "!absent | true",
                "tier>1 | true",
                "tier<2 | false",
                "app=web,tier=2 | true",
                "app=web,tier=3 | false",
                "example.com/owner in (me) | true",
            })
    void labelsMatch(String selector, boolean expected) {
        assertThat(LabelSelector.parse(selector).matches(LABELS)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"a=b=c", "a in (b", "=x", "a b", "a in b", "a gt 2", "a>x", "-a=b", "a,,b"})
    void labelsAreRefused(String selector) {
        assertThatExceptionOfType(ApiError.class)
                .isThrownBy(() -> LabelSelector.parse(selector))
                .satisfies(error -> assertThat(error.code()).isEqualTo(400));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "metadata.name=a | true",
                "metadata.name!=a | false",
                "metadata.namespace==ns | true",
                "status.phase=Running,metadata.name=a | true",
                "spec.nodeName= | true",
                "spec.nodeName!= | false",
                "spec.unschedulable=false | true",
                "metadata.name=a\\,b | false",
            })
    void fieldsMatch(String selector, boolean expected) {
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        object.putObject("status").put("phase", "Running");
        FieldSelector parsed =
                FieldSelector.parse(
                        selector,
                        label ->
                                new FieldSelector.Field(
                                        label,
                                        label.equals("spec.unschedulable") ? "false" : ""));

        assertThat(parsed.matches("a", "ns", () -> object)).isEqualTo(expected);
    }

    @Test
    void knowsTheOnlyNameThatCanMatch() {
        FieldSelector one =
                FieldSelector.parse(
                        "metadata.name=x", label -> new FieldSelector.Field(label, ""));

        assertThat(one.name()).isEqualTo("x");
        assertThat(one.namespace()).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"metadata.name", "metadata.name=a=b"})
    void fieldsAreRefused(String selector) {
        assertThatExceptionOfType(ApiError.class)
                .isThrownBy(
                        () ->
                                FieldSelector.parse(
                                        selector, label -> new FieldSelector.Field(label, "")))
                .satisfies(error -> assertThat(error.code()).isEqualTo(400));
    }
}
