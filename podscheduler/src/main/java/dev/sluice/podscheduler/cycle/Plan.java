package dev.sluice.podscheduler.cycle;

import dev.sluice.podscheduler.cluster.Pod;
import dev.sluice.podscheduler.cluster.PodShape;
import dev.sluice.podscheduler.framework.FilterPlugin;
import dev.sluice.podscheduler.framework.NodeLocal;
import dev.sluice.podscheduler.framework.PostFilterPlugin;
import dev.sluice.podscheduler.framework.Profile;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// A profile, sorted by what can be shared among pods of one shape, and what has been shared so far.
final class Plan {
    /// How many shapes are remembered.
    private static final int SHAPES_MAX = 64;

    private static final List<PostFilterPlugin> FOR_GROUPS = List.of(new NoPreemptionForGroups());

    private final Profile profile;
    private final TieBreak tieBreak;
    private final List<Profile.Weighted> localScores;
    private final Map<Asked, ShapeAnswers> answersByQuestion =
            new LinkedHashMap<>(16, 0.75f, true) {
                private static final long serialVersionUID = 1L;

                @Override
                protected boolean removeEldestEntry(Map.Entry<Asked, ShapeAnswers> eldest) {
                    return size() > SHAPES_MAX;
                }
            };

    /// What was asked: for pods of which shape, by which filters.
    private record Asked(PodShape shape, List<FilterPlugin> filters) {}

    Plan(Profile profile, TieBreak tieBreak) {
        this.profile = profile;
        this.tieBreak = tieBreak;
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

    /// Those who may make room for a pod.
    List<PostFilterPlugin> postFilter(Pod pod) {
        return pod.group() != null && profile.groupsPods() ? FOR_GROUPS : profile.postFilter();
    }

    List<Profile.Weighted> localScores() {
        return localScores;
    }

    /// @param filters those whose answers are shared
    ShapeAnswers answers(PodShape shape, List<FilterPlugin> filters, int slots) {
        ShapeAnswers answers =
                answersByQuestion.computeIfAbsent(
                        new Asked(shape, filters), _ -> new ShapeAnswers(localScores.size()));
        answers.reserve(slots);
        return answers;
    }
}
