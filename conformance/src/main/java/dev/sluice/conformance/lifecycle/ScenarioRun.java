package dev.sluice.conformance.lifecycle;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.conformance.embedded.Answer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;

/// One run of a scenario on a fresh {@link World}: does its steps in order until one fails.
final class ScenarioRun {
    /// How long the world must not change before a checkpoint; the recordings waited as long.
    private static final Duration QUIET = Duration.ofMillis(1500);

    /// Every wait of the recordings came true within 90 s.
    private static final Duration WAIT_MAX = Duration.ofSeconds(150);

    /// How long what has come true in one of several clusters may be on its way to the others. In the recordings as well something
    /// passed before the next step.
    private static final Duration NEWS = Duration.ofMillis(100);

    private final Scenario scenario;
    private final World world;
    private final Bindings bindings = new Bindings();
    private final Cast cast = new Cast();

    /// By the names of our clusters.
    private final SequencedMap<String, Player> players = new LinkedHashMap<>();

    private final CheckpointMatcher matcher;
    private List<Scenario.Turn> later = List.of();

    ScenarioRun(Scenario scenario, World world, Tolerance tolerance) {
        this.scenario = scenario;
        this.world = world;
        List<String> clusters = scenario.clusters();
        Spacing spacing = new Spacing(world);
        for (String cluster : clusters) {
            Site site = new RenamedSite(world.site(cluster), cast);
            players.put(cluster, new Player(world, site, clusters.size(), bindings, spacing));
        }
        matcher = new CheckpointMatcher(bindings, cast, tolerance);
    }

    /// The first difference, or empty when the scenario went as recorded.
    Optional<String> differs() {
        List<Scenario.Turn> steps = scenario.steps();
        for (int i = 0; i < steps.size(); i++) {
            later = steps.subList(i + 1, steps.size());
            Optional<String> difference = done(steps.get(i));
            if (difference.isPresent()) {
                return Optional.of(
                        "step " + i + ", " + title(steps.get(i)) + ": " + difference.get());
            }
        }
        return Optional.empty();
    }

    private static String title(Scenario.Turn turn) {
        String on = turn.on().equals(Scenario.ALONE) ? "" : "on " + turn.on() + ": ";
        return switch (turn.step()) {
            case Step.Reach reach ->
                    "API server of " + reach.worker() + (reach.open() ? " starts" : " stops");
            case Step.Compare compare -> "checkpoint '" + compare.label() + "'";
            case Step.Note note -> note.text();
            case Step step -> on + what(step);
        };
    }

    private static String what(Step step) {
        return switch (step) {
            case Step.Apply apply -> "apply " + Ref.of(apply.manifest());
            case Step.Patch patch -> "patch " + patch.ref();
            case Step.Delete delete -> "delete " + delete.ref();
            case Step.NodeReport report -> "node agent reports " + report.phase();
            case Step.Wait wait -> "wait for " + wait.what();
            case Step.Pause pause -> "pause of " + pause.length();
            case Step.Kubectl kubectl -> "kubectl " + String.join(" ", kubectl.args());
            case Step.Reach _, Step.Compare _, Step.Note _ ->
                    throw new IllegalArgumentException(step + " acts on no single cluster");
        };
    }

    private Optional<String> done(Scenario.Turn turn) {
        settle();
        Player player = player(turn.on());
        Actions actions = player.actions();
        return switch (turn.step()) {
            case Step.Apply apply -> actions.apply(apply);
            case Step.Patch patch -> actions.patch(patch);
            case Step.Delete delete -> actions.delete(delete);
            case Step.NodeReport report -> actions.report(report);
            case Step.Wait wait -> await(turn.on(), wait.what());
            case Step.Pause pause -> passed(pause.length());
            case Step.Kubectl kubectl -> printed(player.site(), kubectl);
            case Step.Reach reach -> reached(reach);
            case Step.Compare compare -> compared(compare.expectations());
            case Step.Note _ -> Optional.empty();
        };
    }

    /// Of the cluster that stands for a recorded one.
    private Player player(String cluster) {
        return Optional.ofNullable(players.get(cast.naming().back().recorded(cluster)))
                .orElseThrow(
                        () ->
                                new ScenarioFault(
                                        "there is no cluster "
                                                + cluster
                                                + ", only "
                                                + players.keySet()));
    }

    private Optional<String> reached(Step.Reach reach) {
        world.reach(cast.naming().back().recorded(reach.worker()), reach.open());
        return Optional.empty();
    }

    private Optional<String> await(String on, Await what) {
        Instant limit = world.now().plus(WAIT_MAX);
        settle();
        while (!over(on, what)) {
            Optional<Instant> next = world.nextAlarm().filter(due -> !due.isAfter(limit));
            if (next.isEmpty()) {
                return Optional.of("it did not come true; " + player(on).waiting().insteadOf(what));
            }
            world.advanceTo(next.get());
            settle();
        }
        return players.size() == 1 ? Optional.empty() : passed(NEWS);
    }

    /// Whether it has come true here, or on a worker that may as well stand for this one.
    private boolean over(String on, Await what) {
        return player(on).waiting().over(what)
                || workers().namings().stream().anyMatch(other -> overUnder(other, on, what));
    }

    private boolean overUnder(Naming other, String on, Await what) {
        Naming now = cast.naming();
        cast.become(now.then(other));
        boolean over = player(on).waiting().over(what);
        cast.become(now);
        return over && matcher.takes(other);
    }

    private InterchangeableWorkers workers() {
        List<Scenario.Turn> steps = scenario.steps();
        return InterchangeableWorkers.of(
                scenario.clusters(), steps.subList(0, steps.size() - later.size()));
    }

    private Optional<String> passed(Duration length) {
        Instant end = world.now().plus(length);
        settle();
        Optional<Instant> next;
        while ((next = world.nextAlarm()).filter(due -> !due.isAfter(end)).isPresent()) {
            world.advanceTo(next.get());
            settle();
        }
        world.advanceTo(end);
        settle();
        return Optional.empty();
    }

    private Optional<String> compared(SequencedMap<String, Expectation> expectations) {
        passed(QUIET);
        List<Checkpoint> reached = new ArrayList<>();
        expectations.forEach(
                (cluster, expectation) ->
                        reached.add(
                                new Checkpoint(
                                        cluster,
                                        expectation,
                                        player(cluster).observer().snapshot())));
        return matcher.add(reached, InterchangeableJobs.of(scenario.steps(), later), workers())
                .map(Difference::toString);
    }

    private Optional<String> printed(Site site, Step.Kubectl kubectl) {
        settle();
        return new KubectlTable(site, bindings).differs(kubectl);
    }

    private void settle() {
        do {
            world.settle();
        } while (agentsAct());
    }

    /// Those of a worker that cannot be reached act as well.
    private boolean agentsAct() {
        boolean acted = false;
        for (Player player : players.values()) {
            acted |= player.agent().act();
        }
        return acted;
    }

    /// An answer as a recording shows it, for messages.
    static String shown(Answer answer) {
        JsonNode body = answer.body();
        return answer.code()
                + " "
                + (body instanceof ObjectNode
                        ? body.path("message").asText(body.toString())
                        : body);
    }
}
