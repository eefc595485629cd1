package dev.sluice.conformance.scheduler;

import static dev.sluice.conformance.scheduler.FaultyScheduling.isBinding;
import static dev.sluice.conformance.scheduler.FaultyScheduling.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.podscheduler.config.PluginCatalogue;
import dev.sluice.podscheduler.config.SchedulerConfiguration;
import io.fabric8.kubernetes.api.model.PodCondition;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What goes wrong between a decision and its binding: the pod comes back with the right condition, its place is free for others, and
/// in the end it is bound (S5.34, S5.40, S5.41, S5.80 to S5.82).
@NullUnmarked
class BindingsThatFailTest {
    private FaultyScheduling cluster;

    @BeforeEach
    void start() throws Exception {
        cluster =
                new FaultyScheduling(
                        SchedulerConfiguration.read(Map.of(), PluginCatalogue.standard()));
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    /// S5.80: while a pod whose binding was refused pauses, another may have its place.
    @Test
    void aRefusedBindingIsSaidAndTriedAgain() throws Exception {
        cluster.node("n1", 1);
        cluster.settle();
        cluster.disturb(
                (request, served) ->
                        isBinding(request)
                                ? FaultyScheduling.failure(500, "the disk is full")
                                : served.get());
        cluster.create(pod("p", "1"));
        cluster.settle();

        PodCondition condition = cluster.scheduled("p");
        assertThat(condition.getReason()).isEqualTo("SchedulerError");
        assertThat(condition.getMessage())
                .isEqualTo("running Bind plugin \"DefaultBinder\": the disk is full");
        cluster.leaveAlone();
        cluster.create(pod("q", "1"));
        cluster.settle();
        assertThat(cluster.get("q").getSpec().getNodeName()).isEqualTo("n1");

        cluster.client().resource(cluster.get("q")).withGracePeriod(0).delete();
        cluster.pass(Duration.ofSeconds(2));
        assertThat(cluster.get("p").getSpec().getNodeName()).isEqualTo("n1");
        assertThat(cluster.scheduled("p").getStatus()).isEqualTo("True");
    }

    /// S5.81: the server has bound the pod and nobody heard of it.
    @Test
    void aBindingWhoseAnswerIsLostCountsOnce() throws Exception {
        cluster.node("n1", 1);
        cluster.settle();
        AtomicInteger bindings = new AtomicInteger();
        cluster.disturb(
                (request, served) -> {
                    var answer = served.get();
                    if (!isBinding(request)) {
                        return answer;
                    }
                    bindings.incrementAndGet();
                    return FaultyScheduling.failure(504, "the request timed out");
                });
        cluster.create(pod("p", "1"));
        cluster.pass(Duration.ofMinutes(1));

        assertThat(cluster.get("p").getSpec().getNodeName()).isEqualTo("n1");
        assertThat(cluster.scheduled("p").getStatus()).isEqualTo("True");
        assertThat(bindings).hasValue(1);
        cluster.leaveAlone();
        cluster.create(pod("q", "1"));
        cluster.settle();
        assertThat(cluster.scheduled("q").getMessage()).contains("1 Insufficient cpu");
    }

    /// The server takes the binding to a node that is gone; the pod is nobody's any more, as with every node that vanishes under its
    /// pods, and those that wait are not counted there.
    @Test
    void aNodeThatVanishesBetweenDecisionAndBindingHoldsNothing() throws Exception {
        cluster.node("n1", 1);
        cluster.settle();
        cluster.disturb(
                (request, served) -> {
                    if (isBinding(request)
                            && cluster.client().nodes().withName("n1").get() != null) {
                        cluster.client().nodes().withName("n1").delete();
                        return FaultyScheduling.failure(500, "node n1 is not there");
                    }
                    return served.get();
                });
        cluster.create(pod("p", "1"));
        cluster.pass(Duration.ofSeconds(5));
        assertThat(cluster.scheduled("p").getMessage())
                .isEqualTo("no nodes available to schedule pods");

        cluster.node("n2", 1);
        cluster.pass(Duration.ofSeconds(11));
        assertThat(cluster.get("p").getSpec().getNodeName()).isEqualTo("n2");
    }

    /// S5.80, 404: who is gone is not sought.
    @Test
    void aPodThatGoesWhileItIsBoundIsForgotten() throws Exception {
        cluster.node("n1", 1);
        cluster.settle();
        cluster.disturb(
                (request, served) -> {
                    if (isBinding(request)) {
                        cluster.client()
                                .pods()
                                .inNamespace(FaultyScheduling.NAMESPACE)
                                .withName("p")
                                .withGracePeriod(0)
                                .delete();
                        cluster.leaveAlone();
                    }
                    return served.get();
                });
        cluster.create(pod("p", "1"));
        cluster.settle();
        cluster.create(pod("q", "1"));
        cluster.settle();

        assertThat(cluster.get("q").getSpec().getNodeName()).isEqualTo("n1");
    }

    /// S5.82: a condition that could not be written is written later.
    @Test
    void aConditionIsWrittenWhenTheServerIsBack() throws Exception {
        cluster.disturb(
                (request, served) ->
                        request.path().endsWith("/status")
                                ? FaultyScheduling.failure(503, "no leader")
                                : served.get());
        cluster.node("n1", 1);
        cluster.create(pod("p", "2"));
        cluster.settle();
        assertThat(cluster.get("p").getStatus().getConditions()).isEmpty();

        cluster.leaveAlone();
        cluster.pass(Duration.ofMinutes(2));
        assertThat(cluster.scheduled("p").getReason()).isEqualTo("Unschedulable");
    }
}
