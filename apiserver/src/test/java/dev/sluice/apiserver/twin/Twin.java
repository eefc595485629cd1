package dev.sluice.apiserver.twin;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/// The model: one kind in one namespace as a map. Every method says what the server must answer, and changes the map as the server must have changed.
final class Twin {
    /// What the server must say.
    ///
    /// @param state the object afterwards; empty when the answer holds none of interest
    record Expected(int code, Optional<State> state) {}

    /// What a watcher must be told.
    ///
    /// @param before empty for a new object
    /// @param after the last state, too, of an object that is gone
    private record Event(Optional<State> before, State after, boolean gone) {}

    private final TwinKind kind;
    private final Map<String, State> states = new TreeMap<>();
    private final List<Event> events = new ArrayList<>();

    Twin(TwinKind kind) {
        this.kind = kind;
    }

    TwinKind kind() {
        return kind;
    }

    Optional<State> get(String name) {
        return Optional.ofNullable(states.get(name));
    }

    List<State> all() {
        return List.copyOf(states.values());
    }

    /// @param revision of this write, if it is one
    Expected create(State wanted, String uid, long revision) {
        if (states.containsKey(wanted.name())) {
            return refused(409);
        }
        return write(wanted.withStatus("").stored(uid, revision, kind.counted() ? 1 : 0));
    }

    /// A PUT, or a merge patch that says everything.
    ///
    /// @param given the resourceVersion that came with it; 0 for none
    Expected update(State wanted, long given, boolean patch, long revision) {
        State old = states.get(wanted.name());
        if (old == null) {
            return refused(404);
        }
        if (given == 0 && !patch && !kind.unconditional()) {
            return refused(422);
        }
        if (given != 0 && given != old.revision()) {
            return refused(409);
        }
        if (old.deleting() && !old.finalizers().containsAll(wanted.finalizers())) {
            return refused(422);
        }
        State merged = old.with(wanted.label(), wanted.finalizers(), wanted.payload());
        if (merged.equals(old)) {
            return new Expected(200, Optional.of(old));
        }
        if (old.deleting() && merged.finalizers().isEmpty()) {
            return remove(old, revision);
        }
        boolean counts = kind.counted() && !merged.payload().equals(old.payload());
        return write(merged.stored(old.uid(), revision, old.generation() + (counts ? 1 : 0)));
    }

    Expected updateStatus(String name, String status, long given, boolean patch, long revision) {
        State old = states.get(name);
        if (old == null) {
            return refused(404);
        }
        if (given == 0 && !patch) {
            return refused(422);
        }
        if (given != 0 && given != old.revision()) {
            return refused(409);
        }
        State merged = old.withStatus(status);
        return merged.equals(old)
                ? new Expected(200, Optional.of(old))
                : write(merged.stored(old.uid(), revision, old.generation()));
    }

    /// @param uid the precondition; empty for none
    /// @param given the other one; 0 for none
    Expected delete(String name, String uid, long given, long revision) {
        State old = states.get(name);
        if (old == null) {
            return refused(404);
        }
        if ((!uid.isEmpty() && !uid.equals(old.uid())) || (given != 0 && given != old.revision())) {
            return refused(409);
        }
        if (old.finalizers().isEmpty()) {
            return remove(old, revision);
        }
        return old.deleting()
                ? new Expected(200, Optional.of(old))
                : write(
                        old.marked()
                                .stored(
                                        old.uid(),
                                        revision,
                                        old.generation() + (kind.counted() ? 1 : 0)));
    }

    /// What was there at a revision.
    Map<String, State> at(long revision) {
        Map<String, State> then = new TreeMap<>();
        for (Event event : events) {
            if (event.after().revision() > revision) {
                break;
            }
            if (event.gone()) {
                then.remove(event.after().name());
            } else {
                then.put(event.after().name(), event.after());
            }
        }
        return then;
    }

    /// What a watcher must have seen since a revision, as `TYPE name@revision`.
    ///
    /// @param label the only label that it wants to see; empty for all
    List<String> told(long revision, String label) {
        List<String> told = new ArrayList<>();
        for (Event event : events) {
            if (event.after().revision() > revision) {
                type(event, label)
                        .ifPresent(
                                type ->
                                        told.add(
                                                type
                                                        + " "
                                                        + event.after().name()
                                                        + "@"
                                                        + event.after().revision()));
            }
        }
        return told;
    }

    private static Optional<String> type(Event event, String label) {
        boolean before = event.before().filter(s -> matches(s, label)).isPresent();
        boolean after = !event.gone() && matches(event.after(), label);
        if (before && after) {
            return Optional.of("MODIFIED");
        }
        if (before || after) {
            return Optional.of(before ? "DELETED" : "ADDED");
        }
        return Optional.empty();
    }

    private static boolean matches(State state, String label) {
        return label.isEmpty() || state.label().equals(label);
    }

    private static Expected refused(int code) {
        return new Expected(code, Optional.empty());
    }

    private Expected write(State state) {
        State before = states.put(state.name(), state);
        events.add(new Event(Optional.ofNullable(before), state, false));
        return new Expected(before == null ? 201 : 200, Optional.of(state));
    }

    private Expected remove(State old, long revision) {
        states.remove(old.name());
        State last = Objects.requireNonNull(old).stored(old.uid(), revision, old.generation());
        events.add(new Event(Optional.of(old), last, true));
        return new Expected(200, Optional.empty());
    }
}
