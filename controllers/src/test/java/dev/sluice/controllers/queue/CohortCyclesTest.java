package dev.sluice.controllers.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.controllers.queue.CohortCycles.News;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// What the log tells of cycles of cohorts (L4.10).
class CohortCyclesTest {
    private final Map<String, String> parents = new HashMap<>();
    private final CohortCycles cycles = new CohortCycles(name -> parents.getOrDefault(name, ""));

    private List<News> after(String cohort, String parent) {
        parents.put(cohort, parent);
        return cycles.changed(cohort);
    }

    @Test
    void eachIsToldOnceHoweverOftenItsCohortsChange() {
        assertThat(after("c", "a")).isEmpty();
        assertThat(after("a", "b")).isEmpty();
        assertThat(after("b", "c")).containsExactly(new News(List.of("a", "b", "c"), true));

        assertThat(cycles.changed("c")).isEmpty();
        assertThat(after("below", "b")).isEmpty();

        assertThat(after("b", "")).containsExactly(new News(List.of("a", "b", "c"), false));
        assertThat(after("b", "c")).containsExactly(new News(List.of("a", "b", "c"), true));
    }

    @Test
    void oneMayTakeAnothersPlace() {
        assertThat(after("own", "own")).containsExactly(new News(List.of("own"), true));
        assertThat(after("a", "b")).isEmpty();
        assertThat(after("b", "a")).containsExactly(new News(List.of("a", "b"), true));
        assertThat(after("c", "a")).isEmpty();
        assertThat(after("b", "c"))
                .containsExactly(
                        new News(List.of("a", "b"), false), new News(List.of("a", "b", "c"), true));
    }
}
