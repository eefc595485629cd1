package dev.sluice.conformance.multicluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/// L5.18: what a worker has of its own is left alone, even where it is in the way.
class ForeignObjectsTest {
    @Test
    void aJobOfTheSameNameStopsTheSyncAndStays() throws Exception {
        try (Fleet fleet = new Fleet("", 4)) {
            fleet.ownJob("w1", "same", 1);
            String uid = fleet.jobOn("w1", "same").getMetadata().getUid();

            fleet.highJob("same", 1, "").after(Duration.ofMinutes(1));

            assertThat(fleet.notes("same", "MultiKueue"))
                    .singleElement()
                    .asString()
                    .startsWith("cluster \"w1\": remote object not owned by MultiKueue: ");
            assertThat(fleet.jobOn("w1", "same").getMetadata().getUid()).isEqualTo(uid);
        }
    }

    /// What is in the way of a copy was not seen before, and must not pass for one afterwards.
    @Test
    void aWorkloadOfTheSameNameStays() throws Exception {
        try (Fleet fleet = new Fleet("", 4)) {
            fleet.queue("Hold").highJob("a", 1, "");
            fleet.ownWorkload("w1", fleet.local("a").getMetadata().getName());
            String uid = fleet.copy("w1", "a").orElseThrow().getMetadata().getUid();

            fleet.queue("None").after(Duration.ofMinutes(1));

            assertThat(fleet.notes("a", "MultiKueue"))
                    .singleElement()
                    .asString()
                    .startsWith("cluster \"w1\": remote object not owned by MultiKueue: ");
            assertThat(fleet.copy("w1", "a").orElseThrow().getMetadata().getUid()).isEqualTo(uid);

            fleet.queue("HoldAndDrain").after(Duration.ofMinutes(1));

            assertThat(fleet.copy("w1", "a").orElseThrow().getMetadata().getUid()).isEqualTo(uid);
        }
    }
}
