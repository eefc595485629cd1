package dev.sluice.conformance.decisions;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.conformance.Deviations;
import dev.sluice.conformance.Differences;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// The worlds in which Sluice decides otherwise on purpose.
///
/// With `-Dconformance.rewrite=true` the list is made anew: worlds that are as recorded once the peer's habit is imitated
/// are entered under its rule, and our values are written for them and for all others that are listed. Review the
/// difference like code.
class DeliberateDecisionsTest {
    private static final Path FILE = Path.of("src/main/resources/conformance/deviations.yaml");

    private final Map<String, JsonNode> worlds = RecordedWorlds.all();

    @Test
    void differForTheStatedReasonAlone() throws IOException {
        if (Boolean.getBoolean("conformance.rewrite")) {
            rewrite();
        }
        List<String> otherwise = new ArrayList<>();
        for (Deviations.Decided decided : Deviations.read(FILE).all()) {
            Set<PeerHabit> habits = habits(decided.rule());
            if (!decided.kind().equals(Decisions.KIND) || habits.isEmpty()) {
                continue;
            }
            for (String id : decided.places().keySet()) {
                String difference = difference(id, habits);
                if (difference != null) {
                    otherwise.add(
                            id + " with the peer's habit of " + decided.rule() + ": " + difference);
                }
            }
        }
        assertThat(otherwise).isEmpty();
    }

    /// So in any world: the list only says which of the recorded ones they are.
    @Test
    void areKnownWithoutTheList() throws IOException {
        List<String> unknown = new ArrayList<>();
        for (Deviations.Decided decided : Deviations.read(FILE).all()) {
            if (decided.kind().equals(Decisions.KIND)) {
                decided.places().keySet().stream()
                        .filter(
                                id ->
                                        !Decisions.isDeliberate(
                                                Objects.requireNonNull(worlds.get(id))))
                        .forEach(unknown::add);
            }
        }
        assertThat(unknown).isEmpty();
    }

    @Test
    void areNotListedWhenTheyAreAsRecorded() throws IOException {
        List<String> needless = new ArrayList<>();
        for (Deviations.Decided decided : Deviations.read(FILE).all()) {
            if (decided.kind().equals(Decisions.KIND)) {
                decided.places().keySet().stream()
                        .filter(id -> difference(id, Set.of()) == null)
                        .forEach(needless::add);
            }
        }
        assertThat(needless).as("worlds to be taken from the list").isEmpty();
    }

    private @Nullable String difference(String id, Set<PeerHabit> habits) {
        JsonNode world = Objects.requireNonNull(worlds.get(id), id);
        return Differences.first("", world, WorldPlayer.play(world, habits));
    }

    private static Set<PeerHabit> habits(String rule) {
        Set<PeerHabit> habits = EnumSet.noneOf(PeerHabit.class);
        for (PeerHabit habit : PeerHabit.values()) {
            if (habit.rule().equals(rule)) {
                habits.add(habit);
            }
        }
        return habits;
    }

    private void rewrite() throws IOException {
        Deviations present = Deviations.read(FILE);
        Set<String> listed = new HashSet<>();
        for (Deviations.Decided decided : present.all()) {
            if (habits(decided.rule()).isEmpty()) {
                listed.addAll(decided.places().keySet());
            }
        }
        List<Deviations.Decided> wanted = new ArrayList<>();
        for (Deviations.Decided decided : present.all()) {
            wanted.add(decided.kind().equals(Decisions.KIND) ? renewed(decided, listed) : decided);
        }
        Deviations.write(FILE, wanted);
    }

    private Deviations.Decided renewed(Deviations.Decided decided, Set<String> listed) {
        Map<String, List<Deviations.Place>> places = new LinkedHashMap<>();
        Set<PeerHabit> habits = habits(decided.rule());
        for (String id : worlds.keySet()) {
            boolean belongs =
                    habits.isEmpty()
                            ? decided.places().containsKey(id)
                            : !listed.contains(id)
                                    && difference(id, Set.of()) != null
                                    && difference(id, habits) == null;
            if (belongs) {
                JsonNode world = Objects.requireNonNull(worlds.get(id));
                places.put(id, Differences.all("", world, WorldPlayer.play(world, Set.of())));
            }
        }
        return new Deviations.Decided(decided.rule(), decided.kind(), decided.decision(), places);
    }
}
