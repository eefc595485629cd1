package dev.sluice.controllers.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.v1beta2.ClusterQueue;
import dev.sluice.controllers.queueing.QueueReport;
import dev.sluice.engine.QueueCounts;
import dev.sluice.engine.reason.QueueStatus;
import dev.sluice.engine.reason.QueueStatus.Inactive;
import dev.sluice.engine.reason.QueueStatus.Why;
import io.fabric8.kubernetes.api.model.Condition;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// What a ClusterQueue says of checks that do not go together (A3.9, rows 4 to 7).
class ClusterQueueStatusesTest {
    private static Condition active(Inactive... reasons) {
        QueueReport report =
                new QueueReport(
                        new QueueStatus(List.of(reasons)),
                        new QueueCounts(0, 0, 0, 0, Map.of(), Map.of()),
                        0);
        return ClusterQueueStatuses.of(
                        new ClusterQueue(), report, false, Instant.parse("2026-01-01T00:00:00Z"))
                .conditions()
                .getFirst();
    }

    @Test
    void itSendsWorkloadsOverOneWayOnly() {
        assertThat(
                        active(new Inactive(Why.MULTIPLE_MULTIKUEUE_CHECKS, List.of("m", "n")))
                                .getMessage())
                .isEqualTo(
                        "Can't admit new workloads: Cannot use multiple MultiKueue AdmissionChecks on the same"
                                + " ClusterQueue, found: m,n.");
    }

    @Test
    void itSendsTheWholeOfAWorkload() {
        assertThat(active(new Inactive(Why.MULTIKUEUE_CHECK_PER_FLAVOR, List.of("m"))).getMessage())
                .isEqualTo(
                        "Can't admit new workloads: Cannot specify MultiKueue AdmissionCheck per flavor, found: m.");
    }

    /// The first reason is the condition's, the message has all of them.
    @Test
    void itAsksForNoNodesWhereNothingRuns() {
        Condition condition =
                active(
                        new Inactive(Why.ADMISSION_CHECK_INACTIVE, List.of("m", "p")),
                        new Inactive(Why.MULTIKUEUE_WITH_PROVISIONING, List.of("m", "p")));

        assertThat(condition.getReason()).isEqualTo("AdmissionCheckInactive");
        assertThat(condition.getMessage())
                .isEqualTo(
                        "Can't admit new workloads: references inactive AdmissionCheck(s): m,p, Cannot use both"
                                + " MultiKueue and ProvisioningRequest AdmissionChecks together, found: m, p.");
    }
}
