package dev.sluice.conformance.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.conformance.Deviations;
import dev.sluice.conformance.Outcome;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What users saw of the real API server and scheduler, story by story.
class SchedulerStoriesTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "/scheduler-stories",
                // of vectors that no recording shows
                "/scheduler-vectors/stories"
            })
    void everyStoryOfTheFolderGoesAsItSays(String folder) throws URISyntaxException {
        Path path = Path.of(Objects.requireNonNull(getClass().getResource(folder)).toURI());

        List<Outcome> outcomes =
                SchedulerStories.run(List.of(path), Set.of(), Deviations.ofSluice());

        assertThat(outcomes)
                .isNotEmpty()
                .allSatisfy(o -> assertThat(o.ok()).as(o::toString).isTrue());
    }
}
