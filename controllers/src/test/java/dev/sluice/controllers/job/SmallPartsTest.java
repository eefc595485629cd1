package dev.sluice.controllers.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SmallPartsTest {
    /// FA8: who is admitted and still does not run is told whose gate it is.
    @Test
    void gatesOfOthersAreNamedAndOursAreNot() {
        var job =
                SomeJob.suspended()
                        .editSpec()
                        .editTemplate()
                        .editSpec()
                        .addNewSchedulingGate("kueue.x-k8s.io/elastic-job")
                        .addNewSchedulingGate("example.com/licence")
                        .endSpec()
                        .endTemplate()
                        .endSpec()
                        .build();
        assertThat(ForeignGates.note(new BatchJobs(true, true).podSets(job)))
                .hasValue(
                        "Admitted, but the pods are still held by scheduling gates of others: example.com/licence");
        assertThat(
                        ForeignGates.note(
                                new BatchJobs(true, true).podSets(SomeJob.suspended().build())))
                .isEmpty();
    }

    private static PodSetInfo labelled(String key, String value) {
        return new PodSetInfo(
                "main", 1, Map.of(key, value), Map.of(), Map.of(), List.of(), List.of());
    }

    /// L1.5: the hash is over kind, group, name and UID.
    @Test
    void aNameIsTheSameForTheSameJob() {
        assertThat(WorkloadName.of("Job", "batch", "a", "uid-1", false)).isEqualTo("job-a-873cf");
        String longest = WorkloadName.of("Job", "batch", "x".repeat(253), "uid-1", false);
        assertThat(longest).hasSize(253).startsWith("job-xxx");
        assertThat(WorkloadName.of("Job", "batch", "x".repeat(100), "uid-1", true)).hasSize(63);
    }

    @Test
    void indexesAreCountedOnce() {
        assertThat(IndexRanges.countOfUnion("0,2-4", "3-5,9", 8)).isEqualTo(5);
        assertThat(IndexRanges.countOfUnion(null, "", 8)).isZero();
    }

    /// L2.33
    @Test
    void oneKeyWithTwoValuesIsAConflict() {
        PodSetInfo.Conflict conflict = labelled("k", "1").conflictWith(labelled("k", "2"));
        assertThat(conflict).isEqualTo(new PodSetInfo.Conflict("labels", "k", "1", "2"));
        assertThat(labelled("k", "1").conflictWith(labelled("k", "1"))).isNull();
    }
}
