package dev.sluice.podscheduler.cycle;

import dev.sluice.podscheduler.cluster.PodShape;
import dev.sluice.podscheduler.framework.FilterPlugin;
import dev.sluice.podscheduler.framework.NodeLocal;
import dev.sluice.podscheduler.framework.Profile;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// A profile, sorted by what can be shared among pods of one shape, and what has been shared so far.
final class Plan {
    /// How many shapes are remembered.
    private static final int SHAPES_MAX = 64;

    private final Profile profile;
    private final TieBreak tieBreak;
    private final List<FilterPlugin> localFilters;
    private final List<FilterPlugin> wideFilters;
    private final List<Profile.Weighted> localScores;
    private final Map<PodShape, ShapeAnswers> answersByShape =
            new LinkedHashMap<>(16, 0.75f, true) {
                private static final long serialVersionUID = 1L;

                @Override
                protected boolean removeEldestEntry(Map.Entry<PodShape, ShapeAnswers> eldest) {
                    return size() > SHAPES_MAX;
                }
            };

    Plan(Profile profile, TieBreak tieBreak) {
        this.profile = profile;
        this.tieBreak = tieBreak;
        List<FilterPlugin> filters = new ArrayList<>(profile.filter());
        int local = 0;
        // The first refusal counts, so only filters before the first one that looks further can be
        // shared.
        while (local < filters.size() && filters.get(local) instanceof NodeLocal) {
            local++;
        }
        localFilters = List.copyOf(filters.subList(0, local));
        wideFilters = List.copyOf(filters.subList(local, filters.size()));
        localScores =
                profile.score().stream()
                        .filter(weighted -> weighted.plugin() instanceof NodeLocal)
                        .toList();
    }

    TieBreak tieBreak() {
        return tieBreak;
    }

    Profile profile() {
        return profile;
    }

    List<FilterPlugin> localFilters() {
        return localFilters;
    }

    List<FilterPlugin> wideFilters() {
        return wideFilters;
    }

    List<Profile.Weighted> localScores() {
        return localScores;
    }

    ShapeAnswers answers(PodShape shape, int slots) {
        ShapeAnswers answers =
                answersByShape.computeIfAbsent(shape, _ -> new ShapeAnswers(localScores.size()));
        answers.reserve(slots);
        return answers;
    }
}
