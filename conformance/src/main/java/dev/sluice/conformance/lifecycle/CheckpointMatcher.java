package dev.sluice.conformance.lifecycle;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Decides whether the checkpoints that a run has reached show what the recording shows.
///
/// **Goal**: find values for the placeholders, one to one, with which every demand of every checkpoint so far is met. Pods of one job
/// are interchangeable, so *some* assignment of them must do, and what looked right at one checkpoint may prove wrong at a later one.
///
/// **Algorithm**: depth first over the demands, taking bindings back on the way. A new checkpoint is tried under the bindings of the
/// earlier ones first. When that fails, all bindings but those that an action has used are freed and all checkpoints are searched again;
/// there the demands on one pod, over all checkpoints, stand together, so that a wrong choice fails at once and not behind the choices
/// of all other pods. Jobs that nothing tells apart are interchangeable too: when nothing else helps, their names are exchanged
/// ({@link InterchangeableJobs}, {@link InterchangeableWorkers}). Placeholders are the same in all clusters, everything else is compared in each on its own: a cluster's
/// previous checkpoint is the last one that it could be reached at. The search gives up after {@link #ATTEMPTS_MAX} attempts.
final class CheckpointMatcher {
    /// The pod scheduler says this of a pod that is deleted before its turn comes: a matter of moments, there as here.
    private static final String DELETED_WHILE_QUEUED = "skip schedule deleting pod";

    private static final int ATTEMPTS_MAX = 200_000;

    private final Tolerance tolerance;
    private final Bindings bindings;
    private final Cast cast;
    private Histories histories = Histories.NONE;

    CheckpointMatcher(Bindings bindings, Cast cast, Tolerance tolerance) {
        this.bindings = bindings;
        this.cast = cast;
        this.tolerance = tolerance;
    }

    /// Adds a checkpoint of all clusters that have reached it; the value is the first difference, or empty when all checkpoints so far
    /// match.
    ///
    /// @param reached in the names of the cast
    /// @param jobs which jobs may stand for one another from here on
    /// @param workers which workers may
    Optional<Difference> add(
            List<Checkpoint> reached, InterchangeableJobs jobs, InterchangeableWorkers workers) {
        histories = histories.with(reached);
        Optional<Difference> difference = matches(reached);
        if (difference.isEmpty()
                || workers.namings().stream().anyMatch(this::takes)
                || jobs.namings(histories.all()).stream().anyMatch(this::takes)) {
            return Optional.empty();
        }
        return difference;
    }

    private Optional<Difference> matches(List<Checkpoint> reached) {
        List<Goal> goals = new ArrayList<>();
        for (Checkpoint checkpoint : reached) {
            List<Checkpoint> history = histories.of(checkpoint.cluster());
            goals.addAll(goalsOf(history, history.size() - 1));
        }
        Search onlyNew = new Search(ordered(goals), bindings);
        if (!onlyNew.succeeds()) {
            Bindings fresh = bindings.pinnedOnly();
            if (!search(histories, fresh).succeeds()) {
                return onlyNew.difference();
            }
            bindings.become(fresh);
        }
        return nothingElse(reached, bindings);
    }

    /// Whether all checkpoints so far match under another naming; then it is the cast's from now on.
    boolean takes(Naming other) {
        Optional<Histories> renamed = histories.under(other);
        Bindings fresh = new Bindings();
        if (renamed.isEmpty()
                || !search(renamed.get(), fresh).succeeds()
                || nothingElse(renamed.get().newest(), fresh).isPresent()) {
            return false;
        }
        histories = renamed.get();
        bindings.become(fresh);
        cast.become(cast.naming().then(other));
        return true;
    }

    private Search search(Histories all, Bindings fresh) {
        List<Goal> goals = new ArrayList<>();
        for (List<Checkpoint> history : all.all()) {
            for (int i = 0; i < history.size(); i++) {
                goals.addAll(goalsOf(history, i));
            }
        }
        return new Search(ordered(goals), fresh);
    }

    private List<Goal> goalsOf(List<Checkpoint> history, int index) {
        Expectation expectation = history.get(index).expectation();
        List<Goal> goals = new ArrayList<>();
        expectation
                .objects()
                .forEach(object -> goals.add(new Goal.Shown(history, index, object, tolerance)));
        expectation
                .unchanged()
                .forEach(ref -> goals.add(new Goal.Unchanged(history, index, ref, tolerance)));
        expectation.gone().forEach(ref -> goals.add(new Goal.Gone(history, index, ref)));
        for (List<RecordedEvent> anyOf : expectation.demandedEvents()) {
            if (!tolerance.eventMayBeMissing(expectation.label(), anyOf.getFirst().reason())) {
                goals.add(new Goal.Occurred(history, index, anyOf));
            }
        }
        return goals;
    }

    /// Named things first, then workloads, then pods; the goals about one thing stay together, objects before events.
    private static List<Goal> ordered(List<Goal> goals) {
        List<Goal> sorted = new ArrayList<>(goals);
        sorted.sort(
                Comparator.comparingInt((Goal goal) -> freedom(goal.about()))
                        .thenComparing(
                                goal -> freedom(goal.about()) == 0 ? "" : goal.about().name())
                        .thenComparing(goal -> goal instanceof Goal.Occurred)
                        .thenComparing(Goal::checkpoint));
        return sorted;
    }

    private static int freedom(Ref ref) {
        int freedom = 0;
        for (Placeholder placeholder : ref.nameTemplate().placeholders()) {
            freedom = Math.max(freedom, placeholder.kind() == Placeholder.Kind.POD ? 2 : 1);
        }
        return freedom;
    }

    private Optional<Difference> nothingElse(List<Checkpoint> reached, Bindings under) {
        return reached.stream()
                .map(one -> nothingElse(one, under).map(difference -> difference.on(one.cluster())))
                .flatMap(Optional::stream)
                .findFirst();
    }

    /// Objects and warnings that the recording does not know. Other normal events are free.
    private Optional<Difference> nothingElse(Checkpoint checkpoint, Bindings under) {
        Expectation expectation = checkpoint.expectation();
        Set<Ref> known = new HashSet<>();
        expectation.objects().forEach(object -> known.add(resolved(Ref.of(object), under)));
        expectation.unchanged().forEach(ref -> known.add(resolved(ref, under)));
        for (Ref ref : checkpoint.snapshot().objects().keySet()) {
            if (!known.contains(ref)) {
                return Optional.of(
                        new Difference(ref.toString(), "nothing of this name", "it exists"));
            }
        }
        Set<String> warnings = new HashSet<>();
        expectation
                .events()
                .forEach(
                        event ->
                                warnings.add(
                                        resolved(event.object(), under) + " " + event.reason()));
        return checkpoint.snapshot().events().stream()
                .filter(SeenEvent::isWarning)
                .filter(seen -> !warnings.contains(seen.object() + " " + seen.reason()))
                .filter(seen -> !tolerance.eventMayBeMissing(expectation.label(), seen.reason()))
                .filter(seen -> !seen.message().startsWith(DELETED_WHILE_QUEUED))
                .findFirst()
                .map(seen -> new Difference("event", "no such warning", seen.toString()));
    }

    private static Ref resolved(Ref ref, Bindings under) {
        return new Ref(ref.kind(), ref.nameTemplate().resolved(under).orElse(ref.name()));
    }

    /// One depth-first search. It remembers the demand that stopped it furthest on the way, with its nearest miss.
    private static final class Search {
        private final List<Goal> goals;
        private final Bindings bindings;
        private int attempts;
        private int furthest = -1;
        private @Nullable Difference nearest;

        Search(List<Goal> goals, Bindings bindings) {
            this.goals = goals;
            this.bindings = bindings;
        }

        boolean succeeds() {
            return from(0);
        }

        Optional<Difference> difference() {
            return Optional.ofNullable(nearest);
        }

        private boolean from(int index) {
            if (index == goals.size()) {
                return true;
            }
            Goal goal = goals.get(index);
            List<Difference> fewest = List.of(goal.missing());
            int fewestCount = Integer.MAX_VALUE;
            for (Goal.Attempt attempt : goal.attempts(bindings)) {
                if (++attempts > ATTEMPTS_MAX) {
                    break;
                }
                int mark = bindings.mark();
                List<Difference> differences = attempt.differences(bindings);
                if (differences.isEmpty()) {
                    if (from(index + 1)) {
                        return true;
                    }
                    fewest = List.of();
                } else if (differences.size() < fewestCount && !fewest.isEmpty()) {
                    fewest = differences;
                    fewestCount = differences.size();
                }
                bindings.rewind(mark);
            }
            if (!fewest.isEmpty() && index > furthest) {
                furthest = index;
                Difference first = fewest.getFirst();
                Difference placed =
                        first.path().startsWith(goal.about().toString())
                                ? first
                                : first.below(goal.about().toString());
                nearest = placed.on(goal.cluster());
            }
            return false;
        }
    }
}
