package dev.sluice.api.validation;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import org.junit.jupiter.api.Test;

class QuantityFormTest {
    private static final String QUEUE =
            """
            spec:
              fairSharing: {weight: %s}
              resourceGroups:
              - flavors:
                - resources: [{name: cpu}]
                - resources: [{name: cpu, nominalQuota: 1000m}, {name: memory, lendingLimit: %s}]
            """;

    @Test
    void amountsAreWrittenInOneForm() throws Exception { // A3.2
        ObjectNode queue = queue("0.50", "1024Mi");

        assertThat(QuantityForm.normalise(queue)).isNull();
        assertThat(queue)
                .hasToString(
                        "{\"spec\":{\"fairSharing\":{\"weight\":\"500m\"},\"resourceGroups\":[{\"flavors\":["
                                + "{\"resources\":[{\"name\":\"cpu\",\"nominalQuota\":\"0\"}]},"
                                + "{\"resources\":[{\"name\":\"cpu\",\"nominalQuota\":\"1\"},{\"name\":\"memory\",\"lendingLimit\":\"1Gi\",\"nominalQuota\":\"0\"}]}]}]}}");
    }

    @Test
    void whatIsNoAmountIsNamed() throws Exception {
        assertThat(QuantityForm.normalise(queue("1", "abc")))
                .isEqualTo(
                        "spec.resourceGroups[0].flavors[1].resources[1].lendingLimit: \"abc\" is no quantity; expected a number with or without a suffix, such as 2, 500m or 1.5Gi");
        assertThat(QuantityForm.normalise(queue("1x", "1")))
                .startsWith("spec.fairSharing.weight: \"1x\" is no quantity; expected ");
    }

    private static ObjectNode queue(String weight, String limit) throws JsonProcessingException {
        return (ObjectNode) new YAMLMapper().readTree(QUEUE.formatted(weight, limit));
    }
}
