package dev.sluice.apiserver.type;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.kind.BodyMismatch;
import dev.sluice.apiserver.transcripts.Recording;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConformerTest {
    /// H1.42: zero means nothing where the type has no pointer, and something where it has one.
    @Test
    void zeroStaysOnlyWhereItMeansSomething() {
        assertConforms(
                "batch.Job",
                """
                {"metadata":{"name":"j","generateName":"","generation":0,"creationTimestamp":null},
                 "spec":{"parallelism":0,"suspend":false,"template":{"spec":{"hostNetwork":false,"nodeName":""}}}}
                """,
                """
                {"metadata":{"name":"j"},"spec":{"parallelism":0,"suspend":false,"template":{"spec":{}}}}
                """);
    }

    /// H8.62, H8.63.
    @Test
    void quantitiesAndTimesGetTheirCanonicalText() {
        assertConforms(
                "core.Pod",
                """
                {"spec":{"containers":[{"name":"c","resources":{"requests":{"cpu":0.5,"memory":"1024Mi"}}}]},
                 "status":{"startTime":"2026-01-01T12:00:00.25+02:00"}}
                """,
                """
                {"spec":{"containers":[{"name":"c","resources":{"requests":{"cpu":"500m","memory":"1Gi"}}}]},
                 "status":{"startTime":"2026-01-01T10:00:00Z"}}
                """);
    }

    /// H2.62.
    @Test
    void microTimesKeepSixDecimals() {
        assertConforms(
                "coordination.Lease",
                """
                {"spec":{"holderIdentity":"","renewTime":"2026-11-27T21:30:17.544176Z"}}
                """,
                """
                {"spec":{"holderIdentity":"","renewTime":"2026-11-27T21:30:17.544176Z"}}
                """);
    }

    /// H1.24.
    @Test
    void unknownFieldsGoAndAreNamed() {
        ObjectNode pod =
                object(
                        "{\"kind\":\"Pod\",\"spec\":{\"containers\":[{\"name\":\"c\",\"imag\":1}]},\"x\":{}}");
        List<String> unknown = Conformer.conform(TypeTable.BUILT_IN, "core.Pod", pod);
        assertThat(unknown).containsExactly("spec.containers[0].imag", "x");
        assertThat(pod)
                .isEqualTo(
                        object("{\"kind\":\"Pod\",\"spec\":{\"containers\":[{\"name\":\"c\"}]}}"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "core.ConfigMap | {'data':{'a':1}} | number into Go struct field ConfigMap.data of type string",
                "core.ConfigMap | {'data':[]} | array into Go struct field ConfigMap.data of type map[string]string",
                "core.Pod | {'spec':{'priority':'x'}} | string into Go struct field PodSpec.spec.priority of type int32",
                "core.Pod | {'spec':{'priority':3000000000}} | of type int32",
                "core.Pod | {'spec':{'hostPID':'yes'}} | string into Go struct field PodSpec.spec.hostPID of type bool",
                "core.Pod | {'spec':{'containers':{}}} | object into Go struct field PodSpec.spec.containers of type []v1.Container",
                "core.Pod | {'status':{'startTime':'yesterday'}} | parsing time",
                "coordination.Lease | {'spec':{'renewTime':'2026-11-27T21:30:28Z'}} | parsing time",
                "core.LimitRange | {'spec':{'limits':[{'type':'Pod','max':{'cpu':'a lot'}}]}} | quantities must match"
            })
    void wrongTypesAreRefusedByName(String type, String json, String message) {
        ObjectNode object = object(json.replace('\'', '"'));
        assertThatThrownBy(() -> Conformer.conform(TypeTable.BUILT_IN, type, object))
                .isInstanceOf(BodyMismatch.class)
                .hasMessageContaining(message);
    }

    /// The decoder's message names no field: all places are said beside it, and the first is the answer.
    @Test
    void everyTextThatIsNoValueIsSaidWithItsPlace() {
        ObjectNode pod =
                object(
                        """
                        {"spec":{"containers":[{"name":"c","imag":1,"resources":
                          {"requests":{"cpu":"1x","memory":"1Gi"},"limits":{"cpu":"a"}}}],"priority":"x"}}""");
        assertThatThrownBy(() -> Conformer.conform(TypeTable.BUILT_IN, "core.Pod", pod))
                .isInstanceOfSatisfying(
                        BodyMismatch.class,
                        mismatch -> {
                            String expected =
                                    " is no quantity; expected a number with or without a suffix,"
                                            + " such as 2, 500m or 1.5Gi";
                            String resources = "spec.containers[0].resources.";
                            assertThat(mismatch.text()).startsWith("quantities must match");
                            assertThat(mismatch.places())
                                    .containsExactly(
                                            resources + "requests.cpu: \"1x\"" + expected,
                                            resources + "limits.cpu: \"a\"" + expected,
                                            "unknown field \"spec.containers[0].imag\"");
                        });
    }

    private static void assertConforms(String type, String given, String expected) {
        ObjectNode object = object(given);
        assertThat(Conformer.conform(TypeTable.BUILT_IN, type, object)).isEmpty();
        assertThat(object).isEqualTo(object(expected));
    }

    private static ObjectNode object(String json) {
        return (ObjectNode) Recording.parse(json);
    }
}
