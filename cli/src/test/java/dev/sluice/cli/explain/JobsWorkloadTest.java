package dev.sluice.cli.explain;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JobsWorkloadTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    /// Workloads as `name owner conditions…`, in the order of a list.
    @ParameterizedTest
    @CsvSource(
            nullValues = "none",
            value = {
                "a u1,                                                  a",
                "a u1 Finished; b u1 QuotaReserved; c u1,               c",
                "a u1; b u1 QuotaReserved; c u1 Finished QuotaReserved, a",
                "a u1 Finished QuotaReserved; b u1 QuotaReserved,       b",
                "a u1 Finished; b u1 Finished,                          b",
                "a u2; b u1 Finished,                                   b",
                "a u2,                                                  none"
            })
    void waitingComesBeforeRunningAndRunningBeforeFinished(String workloads, String expected)
            throws JsonProcessingException {
        String all =
                Arrays.stream(workloads.split("; "))
                        .map(JobsWorkloadTest::workload)
                        .collect(Collectors.joining(",", "[", "]"));

        assertThat(JobsWorkload.of(json("{'metadata': {'uid': 'u1'}}"), json(all)).orElse(null))
                .isEqualTo(expected);
    }

    private static String workload(String words) {
        String[] parts = words.trim().split(" ");
        return """
               {'metadata': {'name': '%s', 'creationTimestamp': '2030-01-0%dT00:00:00Z',
                             'ownerReferences': [{'kind': 'Job', 'uid': '%s'}]},
                'status': {'conditions': [%s]}}
               """
                .formatted(
                        parts[0],
                        parts[0].charAt(0) - 'a' + 1,
                        parts[1],
                        Arrays.stream(parts)
                                .skip(2)
                                .map("{'type': '%s', 'status': 'True'}"::formatted)
                                .collect(Collectors.joining(",")));
    }

    private static JsonNode json(String text) throws JsonProcessingException {
        return JSON.readTree(text.replace('\'', '"'));
    }
}
