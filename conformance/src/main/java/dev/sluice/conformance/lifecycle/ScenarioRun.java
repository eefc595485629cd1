package dev.sluice.conformance.lifecycle;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.conformance.embedded.Answer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// One run of a scenario on a fresh {@link World}: does its steps in order until one fails.
final class ScenarioRun {
    /// How long the world must not change before a checkpoint; the recordings waited as long.
    private static final Duration QUIET = Duration.ofMillis(1500);

    /// Every wait of the recordings came true within 90 s.
    private static final Duration WAIT_MAX = Duration.ofSeconds(150);

    private final Scenario scenario;
    private final World world;
    private final Bindings bindings = new Bindings();
    private final Observer observer;
    private final Waiting waiting;
    private final NodeAgent agent;
    private final Actions actions;
    private final CheckpointMatcher matcher;
    private List<Step> later = List.of();

    ScenarioRun(Scenario scenario, World world, Tolerance tolerance) {
        this.scenario = scenario;
        this.world = world;
        observer = new Observer(world, bindings);
        waiting = new Waiting(observer);
        agent = new NodeAgent(world);
        actions = new Actions(world, observer, agent, bindings);
        matcher = new CheckpointMatcher(bindings, tolerance);
    }

    /// The first difference, or empty when the scenario went as recorded.
    Optional<String> differs() {
        List<Step> steps = scenario.steps();
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

    private static String title(Step step) {
        return switch (step) {
            case Step.Apply apply -> "apply " + Ref.of(apply.manifest());
            case Step.Patch patch -> "patch " + patch.ref();
            case Step.Delete delete -> "delete " + delete.ref();
            case Step.NodeReport report -> "node agent reports " + report.phase();
            case Step.Wait wait -> "wait for " + wait.what();
            case Step.Pause pause -> "pause of " + pause.length();
            case Step.Kubectl kubectl -> "kubectl " + String.join(" ", kubectl.args());
            case Step.Compare compare -> "checkpoint '" + compare.expectation().label() + "'";
            case Step.Note note -> note.text();
        };
    }

    private Optional<String> done(Step step) {
        settle();
        return switch (step) {
            case Step.Apply apply -> actions.apply(apply);
            case Step.Patch patch -> actions.patch(patch);
            case Step.Delete delete -> actions.delete(delete);
            case Step.NodeReport report -> actions.report(report);
            case Step.Wait wait -> await(wait.what());
            case Step.Pause pause -> passed(pause.length());
            case Step.Kubectl kubectl -> printed(kubectl);
            case Step.Compare compare -> compared(compare.expectation());
            case Step.Note _ -> Optional.empty();
        };
    }

    private Optional<String> await(Await what) {
        Instant limit = world.now().plus(WAIT_MAX);
        settle();
        while (!waiting.over(what)) {
            Optional<Instant> next = world.nextAlarm().filter(due -> !due.isAfter(limit));
            if (next.isEmpty()) {
                return Optional.of("it did not come true; " + waiting.insteadOf(what));
            }
            world.advanceTo(next.get());
            settle();
        }
        return Optional.empty();
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

    private Optional<String> compared(Expectation expectation) {
        passed(QUIET);
        return matcher.add(
                        new Checkpoint(expectation, observer.snapshot()),
                        InterchangeableJobs.of(scenario.steps(), later))
                .map(Difference::toString);
    }

    private Optional<String> printed(Step.Kubectl kubectl) {
        settle();
        return new KubectlTable(world, bindings).differs(kubectl);
    }

    private void settle() {
        do {
            world.settle();
        } while (agent.act());
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
