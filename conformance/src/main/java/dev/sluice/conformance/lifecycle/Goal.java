package dev.sluice.conformance.lifecycle;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One thing that a checkpoint demands. The {@link CheckpointMatcher} looks for placeholder values with which all goals are met.
sealed interface Goal {
    /// The thing itself, for grouping: goals about one pod are tried one after the other.
    Ref about();

    /// The checkpoints of the cluster that it is about, up to now.
    List<Checkpoint> history();

    /// The place in the list of checkpoints.
    int checkpoint();

    default String cluster() {
        return history().get(checkpoint()).cluster();
    }

    /// The ways in which this goal could be met, under the bindings of the moment; each is tried on its own.
    List<Attempt> attempts(Bindings bindings);

    /// What to say when there is no way at all.
    Difference missing();

    /// One way to meet a goal: binds what it needs, and tells what still differs. An empty list means that the goal is met.
    interface Attempt {
        List<Difference> differences(Bindings bindings);
    }

    /// An object that the checkpoint shows must be there and be equal.
    record Shown(List<Checkpoint> history, int checkpoint, ObjectNode expected, Tolerance tolerance)
            implements Goal {
        @Override
        public Ref about() {
            return Ref.of(expected);
        }

        @Override
        public List<Attempt> attempts(Bindings bindings) {
            List<Attempt> attempts = new ArrayList<>();
            for (Ref candidate : candidates(history.get(checkpoint), about(), bindings)) {
                attempts.add(tried -> compare(candidate, tried));
            }
            return attempts;
        }

        private List<Difference> compare(Ref candidate, Bindings bindings) {
            Checkpoint now = history.get(checkpoint);
            ObjectNode actual = now.snapshot().objects().get(candidate);
            if (actual == null) {
                return List.of(missing());
            }
            int mark = bindings.mark();
            List<Difference> found =
                    new TreeMatcher(bindings)
                            .object(expected, actual, earlier(history, checkpoint, candidate));
            if (!found.isEmpty() && tolerance.objectMayVary(now.expectation().label(), about())) {
                bindings.rewind(mark);
                return new TreeMatcher(bindings)
                        .object(
                                Tolerance.withoutTiming(expected),
                                Tolerance.withoutTiming(actual),
                                earlierWithoutTiming(history, checkpoint, candidate));
            }
            return found;
        }

        @Override
        public Difference missing() {
            return new Difference(about().toString(), "to exist", "nothing");
        }
    }

    /// An object that the checkpoint lists as unchanged must be what it was.
    record Unchanged(List<Checkpoint> history, int checkpoint, Ref about, Tolerance tolerance)
            implements Goal {
        @Override
        public List<Attempt> attempts(Bindings bindings) {
            List<Attempt> attempts = new ArrayList<>();
            for (Ref candidate : candidates(history.get(checkpoint), about, bindings)) {
                attempts.add(tried -> compare(candidate, tried));
            }
            return attempts;
        }

        private List<Difference> compare(Ref candidate, Bindings bindings) {
            ObjectNode now = history.get(checkpoint).snapshot().objects().get(candidate);
            ObjectNode before = earlier(history, checkpoint, candidate);
            if (!about.nameTemplate().matches(candidate.name(), bindings)) {
                return List.of(missing());
            }
            if (before == null || now == null) {
                return List.of(
                        new Difference("", "to exist at the previous checkpoint too", "nothing"));
            }
            boolean lenient =
                    tolerance.objectMayVary(history.get(checkpoint).expectation().label(), about);
            return new TreeMatcher(new Bindings())
                    .object(
                            lenient ? Tolerance.withoutTiming(before) : before,
                            lenient ? Tolerance.withoutTiming(now) : now,
                            null);
        }

        @Override
        public Difference missing() {
            return new Difference(about.toString(), "to exist, unchanged", "nothing");
        }
    }

    /// An object that the checkpoint lists as gone must not be there; another one may have its name.
    record Gone(List<Checkpoint> history, int checkpoint, Ref about) implements Goal {
        @Override
        public List<Attempt> attempts(Bindings bindings) {
            return List.of(this::compare);
        }

        private List<Difference> compare(Bindings bindings) {
            boolean there =
                    about.nameTemplate().resolved(bindings).map(this::isStillThere).orElse(false);
            return there ? List.of(missing()) : List.of();
        }

        private boolean isStillThere(String name) {
            Ref ref = new Ref(about.kind(), name);
            ObjectNode now = history.get(checkpoint).snapshot().objects().get(ref);
            ObjectNode before = earlier(history, checkpoint, ref);
            return now != null && (before == null || uid(before).equals(uid(now)));
        }

        private static String uid(ObjectNode object) {
            return object.path("metadata").path("uid").asText();
        }

        @Override
        public Difference missing() {
            return new Difference(about.toString(), "to be gone", "it is there");
        }
    }

    /// One of these events of an object and reason must have occurred since the previous checkpoint, one that was only counted at any time.
    record Occurred(List<Checkpoint> history, int checkpoint, List<RecordedEvent> anyOf)
            implements Goal {
        private RecordedEvent event() {
            return anyOf.getFirst();
        }

        @Override
        public Ref about() {
            return event().object();
        }

        @Override
        public List<Attempt> attempts(Bindings bindings) {
            return history
                    .subList(event().isOnlyCounted() ? 0 : checkpoint, checkpoint + 1)
                    .stream()
                    .flatMap(reached -> reached.snapshot().events().stream())
                    .filter(seen -> seen.reason().equals(event().reason()))
                    .filter(seen -> seen.object().kind().equals(event().object().kind()))
                    .<Attempt>mapMulti(
                            (seen, found) ->
                                    anyOf.forEach(
                                            wanted ->
                                                    found.accept(
                                                            tried -> compare(wanted, seen, tried))))
                    .toList();
        }

        private static List<Difference> compare(
                RecordedEvent wanted, SeenEvent seen, Bindings bindings) {
            return wanted.matches(seen, bindings)
                    ? List.of()
                    : List.of(new Difference("event", wanted.toString(), seen.toString()));
        }

        @Override
        public Difference missing() {
            return new Difference(
                    "event", event().toString(), "no event of this reason about such an object");
        }
    }

    private static List<Ref> candidates(Checkpoint checkpoint, Ref wanted, Bindings bindings) {
        List<Ref> found = new ArrayList<>();
        Template name = wanted.nameTemplate();
        for (Ref ref : checkpoint.snapshot().objects().keySet()) {
            if (ref.kind().equals(wanted.kind())) {
                int mark = bindings.mark();
                if (name.matches(ref.name(), bindings)) {
                    found.add(ref);
                }
                bindings.rewind(mark);
            }
        }
        found.sort(Comparator.naturalOrder());
        return found;
    }

    private static @Nullable ObjectNode earlier(List<Checkpoint> history, int checkpoint, Ref ref) {
        return checkpoint == 0 ? null : history.get(checkpoint - 1).snapshot().objects().get(ref);
    }

    private static @Nullable ObjectNode earlierWithoutTiming(
            List<Checkpoint> history, int checkpoint, Ref ref) {
        ObjectNode before = earlier(history, checkpoint, ref);
        return before == null ? null : Tolerance.withoutTiming(before);
    }
}
