package dev.sluice.api.validation;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.api.feature.FeatureGates;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What may change of a Workload that holds quota (A7.9).
class WorkloadRulesTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String TEMPLATE =
            """
            {"spec": {"containers": [{"name": "c", "resources": {"requests": {"cpu": "1"}}}]}}""";

    private static JsonNode holdingQuota(int count, String template) throws IOException {
        return JSON.readTree(
                """
                {"spec": {"podSets": [{"name": "main", "count": %d, "template": %s}]},
                 "status": {"conditions": [{"type": "QuotaReserved", "status": "True"}]}}"""
                        .formatted(count, template));
    }

    private static List<Complaint> changed(String template, int count) throws IOException {
        return new WorkloadRules(FeatureGates.defaults())
                .check(holdingQuota(count, template), holdingQuota(2, TEMPLATE));
    }

    /// Who reads it and writes it back may spell it in another way.
    @ParameterizedTest
    @ValueSource(
            strings = {
                """
                {"spec": {"containers": [{"name": "c", "resources": {"requests": {"cpu": 1}}}]}}""",
                """
                {"spec": {"containers": [{"name": "c", "resources": {"requests": {"cpu": "1000m"}}}]}}""",
                """
                {"metadata": {"labels": {}, "annotations": {}}, "spec": {"nodeSelector": {}, "tolerations": [],
                 "containers": [{"name": "c", "env": [], "resources": {"limits": {}, "requests": {"cpu": "1"}}}]}}"""
            })
    void anotherSpellingIsNoChange(String template) throws IOException {
        assertThat(changed(template, 2)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                """
                {"spec": {"containers": [{"name": "c", "resources": {"requests": {"cpu": 2}}}]}}""",
                """
                {"spec": {"nodeSelector": {"a": "b"},
                 "containers": [{"name": "c", "resources": {"requests": {"cpu": "1"}}}]}}""",
                """
                {"spec": {"containers": [{"name": "c", "newerThanUs": 1, "resources": {"requests": {"cpu": "1"}}}]}}"""
            })
    void anotherMeaningIsRefused(String template) throws IOException {
        assertThat(changed(template, 2))
                .singleElement()
                .satisfies(complaint -> assertThat(complaint.field()).isEqualTo("spec.podSets.0"));
    }

    @Test
    void aCountMayOnlyFall() throws IOException {
        assertThat(changed(TEMPLATE, 1)).isEmpty();
        assertThat(changed(TEMPLATE, 3)).hasSize(1);
    }
}
