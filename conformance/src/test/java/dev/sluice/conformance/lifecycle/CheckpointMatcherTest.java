package dev.sluice.conformance.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.conformance.Deviations;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The comparison accepts a system that does what the recording shows, whatever its names are, and refuses one that differs in a
/// single value.
class CheckpointMatcherTest {
    static List<String> scenarios() {
        return Recordings.all();
    }

    @ParameterizedTest
    @MethodSource("scenarios")
    void acceptsTheRecordingItself(String name) {
        Scenario scenario = Recordings.read(name, Deviations.none());

        assertThat(firstDifference(new Replay(1).checkpoints(scenario))).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("scenarios")
    void refusesASingleOtherValue(String name) {
        Scenario scenario = Recordings.read(name, Deviations.none());
        List<Checkpoint> checkpoints = new ArrayList<>(new Replay(1).checkpoints(scenario));
        for (int seed = 0; seed < 5; seed++) {
            Random random = new Random(seed);
            int index = random.nextInt(checkpoints.size());
            if (checkpoints.get(index).snapshot().objects().isEmpty()) {
                continue;
            }
            List<Checkpoint> changed = new ArrayList<>(checkpoints);
            changed.set(index, withOneOtherValue(checkpoints.get(index), random));

            assertThat(firstDifference(changed))
                    .as("seed %s of checkpoint %s", seed, index)
                    .isPresent();
        }
    }

    @ParameterizedTest
    @MethodSource("scenarios")
    void refusesALostEventAndAnObjectTooMany(String name) {
        Scenario scenario = Recordings.read(name, Deviations.none());
        List<Checkpoint> checkpoints = new ArrayList<>(new Replay(1).checkpoints(scenario));
        Checkpoint last = checkpoints.getLast();
        NavigableMap<Ref, ObjectNode> more = new TreeMap<>(last.snapshot().objects());
        more.put(new Ref("ClusterQueue", "stray"), JsonNodeFactory.instance.objectNode());

        assertThat(
                        firstDifference(
                                replaced(
                                        checkpoints, new Snapshot(more, last.snapshot().events()))))
                .hasValueSatisfying(
                        difference -> assertThat(difference.path()).endsWith("ClusterQueue/stray"));
        if (last.expectation().demandedEvents().isEmpty()) {
            return;
        }
        // The growth of a warning's counter may go unseen (attempts are not compared), the warning
        // itself may not.
        boolean onlyCounted =
                last.expectation().events().stream().allMatch(RecordedEvent::isOnlyCounted);
        List<Checkpoint> silent =
                onlyCounted
                        ? checkpoints.stream().map(CheckpointMatcherTest::withoutEvents).toList()
                        : replaced(checkpoints, withoutEvents(last).snapshot());
        assertThat(firstDifference(silent)).isPresent();
    }

    private static Checkpoint withoutEvents(Checkpoint checkpoint) {
        return seen(checkpoint, new Snapshot(checkpoint.snapshot().objects(), List.of()));
    }

    /// T12 has one pod per job, T01 two: there the second checkpoint tells which of the two is which.
    @Test
    void findsTheAssignmentOfPodsThatFitsAllCheckpoints() {
        Scenario scenario = Recordings.read("01-job-admitted-and-finished", Deviations.none());
        for (int seed = 0; seed < 20; seed++) {
            assertThat(firstDifference(new Replay(seed).checkpoints(scenario)))
                    .as("seed %s", seed)
                    .isEmpty();
        }
    }

    /// In T111 six equal jobs are created at once and three of them are preempted, by three that are equal too.
    @Test
    void exchangesJobsThatNothingTellsApart() {
        Scenario scenario = Recordings.read("111-fair-sharing-preemption", Deviations.none());
        List<Checkpoint> checkpoints = new Replay(1).checkpoints(scenario);
        InterchangeableJobs jobs = InterchangeableJobs.of(scenario.steps(), List.of());
        assertThat(jobs.groups())
                .containsExactly(
                        List.of("a1", "a2", "a3", "a4", "a5", "a6"), List.of("b1", "b2", "b3"));

        List<Checkpoint> exchanged = renamed(checkpoints, Map.of("a3", "a4", "a4", "a3"));
        assertThat(firstDifference(exchanged)).isPresent();
        assertThat(firstDifference(exchanged, jobs)).isEmpty();

        List<Checkpoint> unequal = renamed(checkpoints, Map.of("a3", "b1", "b1", "a3"));
        assertThat(firstDifference(unequal, jobs)).isPresent();
    }

    private static List<Checkpoint> renamed(
            List<Checkpoint> checkpoints, Map<String, String> names) {
        Naming naming = new Naming(names);
        return checkpoints.stream()
                .map(checkpoint -> seen(checkpoint, naming.of(checkpoint.snapshot())))
                .toList();
    }

    /// A job that a later step names, or that was created after a pause, is one of its own.
    @Test
    void exchangesNoJobThatSomethingTellsApart() {
        Scenario fair = Recordings.read("111-fair-sharing-preemption", Deviations.none());
        Scenario.Turn named =
                new Scenario.Turn(
                        Scenario.ALONE,
                        new Step.Delete(new Ref("Job", "b2"), "", Optional.empty()));
        assertThat(
                        InterchangeableJobs.of(
                                        Stream.concat(fair.steps().stream(), Stream.of(named))
                                                .toList(),
                                        List.of(named))
                                .groups()
                                .getLast())
                .containsExactly("b1", "b3");
        Scenario paused = Recordings.read("123-several-victims", Deviations.none());
        assertThat(InterchangeableJobs.of(paused.steps(), List.of()).groups()).isEmpty();
    }

    /// T123: h was told of two victims, then of the one that was left. Whether it was told of the second depends on timing, that it was told
    /// does not.
    @Test
    void takesAnyWarningOfARowThatTheAdmissionEnded() {
        Scenario scenario = Recordings.read("123-several-victims", Deviations.none());
        List<Checkpoint> checkpoints = new Replay(1).checkpoints(scenario);

        assertThat(firstDifference(without(checkpoints, "Pending the preemption of 1 workload")))
                .isEmpty();
        assertThat(firstDifference(without(checkpoints, "Pending the preemption of"))).isPresent();
        assertThat(firstDifference(without(checkpoints, "insufficient unused quota"))).isPresent();
    }

    private static List<Checkpoint> without(List<Checkpoint> checkpoints, String words) {
        return checkpoints.stream()
                .map(
                        checkpoint ->
                                seen(
                                        checkpoint,
                                        new Snapshot(
                                                checkpoint.snapshot().objects(),
                                                checkpoint.snapshot().events().stream()
                                                        .filter(
                                                                seen ->
                                                                        !seen.message()
                                                                                .contains(words))
                                                        .toList())))
                .toList();
    }

    @Test
    void refusesAWarningThatTheRecordingDoesNotHave() {
        Scenario scenario = Recordings.read("01-job-admitted-and-finished", Deviations.none());
        List<Checkpoint> checkpoints = new Replay(1).checkpoints(scenario);
        Checkpoint last = checkpoints.getLast();
        List<SeenEvent> events = new ArrayList<>(last.snapshot().events());
        SeenEvent warning =
                new SeenEvent(
                        "Warning", "FailedCreate", new Ref("Job", "a"), "no", "job-controller", "");
        events.add(warning);
        assertThat(
                        firstDifference(
                                replaced(
                                        checkpoints,
                                        new Snapshot(last.snapshot().objects(), events))))
                .hasValueSatisfying(
                        difference -> assertThat(difference.actual()).contains("FailedCreate"));

        events.remove(warning);
        events.add(
                new SeenEvent(
                        "Normal", "Whatever", new Ref("Job", "a"), "no", "job-controller", ""));
        assertThat(
                        firstDifference(
                                replaced(
                                        checkpoints,
                                        new Snapshot(last.snapshot().objects(), events))))
                .isEmpty();
    }

    private static List<Checkpoint> replaced(List<Checkpoint> checkpoints, Snapshot last) {
        List<Checkpoint> changed = new ArrayList<>(checkpoints);
        changed.set(changed.size() - 1, seen(checkpoints.getLast(), last));
        return changed;
    }

    private static Checkpoint seen(Checkpoint checkpoint, Snapshot otherwise) {
        return new Checkpoint(checkpoint.cluster(), checkpoint.expectation(), otherwise);
    }

    private static Optional<Difference> firstDifference(List<Checkpoint> checkpoints) {
        return firstDifference(checkpoints, new InterchangeableJobs(List.of()));
    }

    private static Optional<Difference> firstDifference(
            List<Checkpoint> checkpoints, InterchangeableJobs jobs) {
        Cast cast = new Cast();
        CheckpointMatcher matcher = new CheckpointMatcher(new Bindings(), cast, Tolerance.NONE);
        return checkpoints.stream()
                .map(checkpoint -> seen(checkpoint, cast.naming().of(checkpoint.snapshot())))
                .map(
                        checkpoint ->
                                matcher.add(List.of(checkpoint), jobs, InterchangeableWorkers.NONE))
                .flatMap(Optional::stream)
                .findFirst();
    }

    private static Checkpoint withOneOtherValue(Checkpoint checkpoint, Random random) {
        NavigableMap<Ref, ObjectNode> objects = new TreeMap<>(checkpoint.snapshot().objects());
        List<Ref> refs = List.copyOf(objects.keySet());
        Ref ref = refs.get(random.nextInt(refs.size()));
        ObjectNode changed = Objects.requireNonNull(objects.get(ref)).deepCopy();
        changeOneLeaf(changed, random);
        objects.put(ref, changed);
        return seen(checkpoint, new Snapshot(objects, checkpoint.snapshot().events()));
    }

    private static void changeOneLeaf(ObjectNode object, Random random) {
        List<ObjectNode> holders = new ArrayList<>();
        collect(object, holders);
        ObjectNode holder = holders.get(random.nextInt(holders.size()));
        List<String> names = new ArrayList<>();
        for (Iterator<String> it = holder.fieldNames(); it.hasNext(); ) {
            String name = it.next();
            if (holder.get(name).isValueNode() && isCompared(name)) {
                names.add(name);
            }
        }
        holder.put(names.get(random.nextInt(names.size())), "something else");
    }

    private static void collect(JsonNode node, List<ObjectNode> holders) {
        if (node instanceof ObjectNode object) {
            if (object.properties().stream()
                    .anyMatch(
                            entry ->
                                    entry.getValue().isValueNode() && isCompared(entry.getKey()))) {
                holders.add(object);
            }
        }
        node.forEach(child -> collect(child, holders));
    }

    private static boolean isCompared(String name) {
        return !name.equals("kind") && !name.equals("apiVersion");
    }
}
