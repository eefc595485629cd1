package dev.sluice.conformance.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.conformance.Deviations;
import dev.sluice.conformance.Outcome;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// What users saw of the real API server and scheduler, story by story.
class SchedulerStoriesTest {
    @Test
    void everyStoryOfTheFolderGoesAsRecorded() throws URISyntaxException {
        Path folder =
                Path.of(
                        Objects.requireNonNull(getClass().getResource("/scheduler-stories"))
                                .toURI());

        List<Outcome> outcomes =
                SchedulerStories.run(List.of(folder), Set.of(), Deviations.ofSluice());

        assertThat(outcomes)
                .isNotEmpty()
                .allSatisfy(o -> assertThat(o.ok()).as(o::toString).isTrue());
    }
}
