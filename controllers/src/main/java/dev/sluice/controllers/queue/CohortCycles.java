package dev.sluice.controllers.queue;

import dev.sluice.api.v1beta2.Cohort;
import dev.sluice.reconcile.Cache;
import dev.sluice.reconcile.Key;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Cycles of cohorts, below which nobody is admitted. The log tells of each when it comes and when it goes, once (L4.10).
public final class CohortCycles {
    private static final Logger LOG = LoggerFactory.getLogger(CohortCycles.class);

    /// Gives the parent of a cohort by its name; empty if it has none.
    private final UnaryOperator<String> parents;

    /// Those that were told of.
    private final Set<List<String>> known = new HashSet<>();

    CohortCycles(UnaryOperator<String> parents) {
        this.parents = parents;
    }

    /// Tells the log from now on.
    public static void watch(Cache<Cohort> cohorts) {
        CohortCycles cycles = new CohortCycles(parents(cohorts));
        cohorts.onChange(change -> cycles.changed(change.key().name()).forEach(News::log));
    }

    /// A cycle that has come, or that is gone.
    record News(List<String> cycle, boolean came) {
        private void log() {
            if (came) {
                LOG.atWarn()
                        .addKeyValue("cycle", text(cycle))
                        .log("cohorts form a cycle, nobody below is admitted");
            } else {
                LOG.atInfo()
                        .addKeyValue("cycle", text(cycle))
                        .log("cohorts no longer form a cycle");
            }
        }
    }

    /// What is new after a cohort has come, gone or got another parent. Called by one at a time.
    List<News> changed(String cohort) {
        List<News> news = new ArrayList<>();
        for (List<String> cycle : List.copyOf(known)) {
            if (!above(parents, cycle.getFirst()).equals(Optional.of(cycle))) {
                known.remove(cycle);
                news.add(new News(cycle, false));
            }
        }
        above(parents, cohort)
                .filter(known::add)
                .ifPresent(cycle -> news.add(new News(cycle, true)));
        return news;
    }

    /// The cycle at the end of the way up from a cohort, as text: `a → b → a`, the first by name first. Nothing if the way ends
    /// at a root.
    public static Optional<String> above(Cache<Cohort> cohorts, String cohort) {
        return above(parents(cohorts), cohort).map(CohortCycles::text);
    }

    private static Optional<List<String>> above(UnaryOperator<String> parents, String cohort) {
        List<String> way = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        String next = cohort;
        while (!next.isEmpty() && seen.add(next)) {
            way.add(next);
            next = parents.apply(next);
        }
        if (next.isEmpty()) {
            return Optional.empty();
        }
        List<String> cycle = way.subList(way.indexOf(next), way.size());
        Collections.rotate(cycle, -cycle.indexOf(Collections.min(cycle)));
        return Optional.of(List.copyOf(cycle));
    }

    private static UnaryOperator<String> parents(Cache<Cohort> cohorts) {
        return name ->
                cohorts.get(Key.cluster(name))
                        .map(Cohort::getSpec)
                        .map(spec -> spec.parentName())
                        .orElse("");
    }

    private static String text(List<String> cycle) {
        return String.join(" → ", cycle) + " → " + cycle.getFirst();
    }
}
