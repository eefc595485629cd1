package dev.sluice.conformance.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class ToleranceTest {
    private static final String LABEL = "a on f1, b on f2";

    @Test
    void isOnlyWhereTwoRecordingsDiffered() {
        Tolerance tolerance = Tolerances.ofRecordings().of("26-two-flavors-fallback");

        assertThat(tolerance.objectMayVary(LABEL, new Ref("Job", "a"))).isTrue();
        assertThat(tolerance.objectMayVary(LABEL, new Ref("Job", "b"))).isFalse();
        assertThat(tolerance.objectMayVary("another", new Ref("Job", "a"))).isFalse();
        assertThat(tolerance.eventMayBeMissing(LABEL, "Resumed")).isTrue();
        assertThat(tolerance.eventMayBeMissing(LABEL, "QuotaReserved")).isFalse();
        assertThat(Tolerances.ofRecordings().of("01-job-admitted-and-finished"))
                .isEqualTo(Tolerance.NONE);
    }

    @Test
    void knowsWorkloadsWhateverTheirHashIs() {
        Tolerance tolerance = Tolerances.ofRecordings().of("123-several-victims");

        assertThat(tolerance.objectMayVary("h runs", new Ref("Workload", "job-l3-<hash-7>")))
                .isTrue();
    }

    @Test
    void leavesOutTimingAndNothingElse() throws IOException {
        ObjectNode job =
                object(
                        """
                        {"kind": "Job", "spec": {"suspend": false}, "status": {"active": 1, "conditions": [
                          {"type": "Suspended", "status": "False", "reason": "JobResumed"}]}}""");

        assertThat(Tolerance.withoutTiming(job))
                .isEqualTo(
                        object(
                                "{\"kind\": \"Job\", \"spec\": {\"suspend\": false}, \"status\": {\"active\": 1}}"));
    }

    private static ObjectNode object(String json) throws IOException {
        return (ObjectNode) new ObjectMapper().readTree(json);
    }
}
