package dev.sluice.controllers.pod;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The role of a pod in its group (L3.13).
class RoleHashTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    /// From the recordings 50, 53, 55 and 56.
    @ParameterizedTest
    @CsvSource({
        "5,b514ac0b",
        "1,4b0469f7",
        "2,c3465716",
        "500m,d1d3a926",
        "0.5,d1d3a926",
        "3,b54683bb"
    })
    void isThePeers(String cpu, String hash) throws JsonProcessingException {
        assertThat(RoleHash.of(spec(cpu, "work:1", ""))).isEqualTo(hash);
    }

    @Test
    void doesNotDependOnImagesAndVariables() throws JsonProcessingException {
        assertThat(
                        RoleHash.of(
                                spec(
                                        "1",
                                        "other:2",
                                        ", \"env\": [{\"name\": \"A\", \"value\": \"b\"}]")))
                .isEqualTo(RoleHash.of(spec("1", "work:1", "")));
    }

    @Test
    void dependsOnPorts() throws JsonProcessingException {
        assertThat(RoleHash.of(spec("1", "work:1", ", \"ports\": [{\"containerPort\": 80}]")))
                .isNotEqualTo(RoleHash.of(spec("1", "work:1", "")));
    }

    @Test
    void putsFieldsIntoTheOrderOfTheApi() throws JsonProcessingException {
        JsonNode spec =
                JSON.readTree(
                        """
                        {"tolerations": [{"effect": "NoSchedule", "value": "v", "operator": "Equal", "key": "k"}],
                         "nodeSelector": {"b": "1", "a": "2"},
                         "resources": {"requests": {"memory": "1Gi", "cpu": "1000m"}},
                         "topologySpreadConstraints": [
                           {"labelSelector": {"matchLabels": {"y": "1", "x": "2"}},
                            "whenUnsatisfiable": "DoNotSchedule", "topologyKey": "zone", "maxSkew": 1}]}
                        """);

        assertThat(RoleHash.canonical(spec).toString())
                .isEqualTo(
                        "{\"spec\":{\"affinity\":null,\"containers\":null,\"initContainers\":null,"
                                + "\"nodeSelector\":{\"a\":\"2\",\"b\":\"1\"},\"overhead\":null,\"priority\":null,"
                                + "\"resourceClaims\":null,\"resources\":{\"requests\":{\"cpu\":\"1\",\"memory\":\"1Gi\"}},"
                                + "\"runtimeClassName\":null,"
                                + "\"tolerations\":[{\"key\":\"k\",\"operator\":\"Equal\",\"value\":\"v\",\"effect\":\"NoSchedule\"}],"
                                + "\"topologySpreadConstraints\":[{\"maxSkew\":1,\"topologyKey\":\"zone\","
                                + "\"whenUnsatisfiable\":\"DoNotSchedule\","
                                + "\"labelSelector\":{\"matchLabels\":{\"x\":\"2\",\"y\":\"1\"}}}]}}");
    }

    /// An annotation that is there wins.
    @Test
    void isTakenFromTheAnnotation() {
        assertThat(RoleHash.of(SomePod.gated("g-0").build())).isEqualTo("r");
        assertThat(RoleHash.of(SomePod.gated("g-0").annotation("role-hash", "").build()))
                .hasSize(8);
    }

    /// A pod as it is when webhooks see it.
    private static JsonNode spec(String cpu, String image, String more)
            throws JsonProcessingException {
        return JSON.readTree(
                """
                {"containers": [{"name": "c", "image": "%s", "resources": {"requests": {"cpu": "%s"}}%s}],
                 "restartPolicy": "Never", "priority": 0,
                 "tolerations": [
                   {"effect": "NoExecute", "key": "node.kubernetes.io/not-ready", "operator": "Exists",
                    "tolerationSeconds": 300},
                   {"effect": "NoExecute", "key": "node.kubernetes.io/unreachable", "operator": "Exists",
                    "tolerationSeconds": 300}]}
                """
                        .formatted(image, cpu, more));
    }
}
