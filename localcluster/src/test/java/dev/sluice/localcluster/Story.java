package dev.sluice.localcluster;

import dev.sluice.apiserver.ApiServerConfig;
import dev.sluice.apiserver.StartupFailure;
import dev.sluice.reconcile.Change;
import dev.sluice.reconcile.Cluster;
import dev.sluice.reconcile.Key;
import dev.sluice.reconcile.ManualClock;
import dev.sluice.reconcile.Outcome;
import io.fabric8.kubernetes.api.model.BindingBuilder;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/// A cluster on a manual clock with a namespace `ns`, and a scheduler that binds every pod to
/// node-1, or to the node that the pod names.
final class Story implements AutoCloseable {
    static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private final ManualClock clock = new ManualClock(START);
    private final LocalCluster cluster;

    Story() throws StartupFailure, InterruptedException {
        cluster =
                LocalCluster.start(
                        LocalClusterConfig.on(ApiServerConfig.ephemeral().withPort(-1))
                                .withClock(clock)
                                .with(Story::bindEverything));
        create(new NamespaceBuilder().withNewMetadata().withName("ns").endMetadata().build());
        settle();
    }

    private static void bindEverything(Cluster cluster) {
        cluster.loop("test-scheduler", 1, key -> bind(cluster, key))
                .on(cluster.cache(Pod.class), Story::unbound);
    }

    private static List<Key> unbound(Change<Pod> change) {
        Pod pod = change.after();
        boolean waits = pod != null && pod.getSpec().getNodeName() == null;
        return waits ? List.of(change.key()) : List.of();
    }

    private static Outcome bind(Cluster cluster, Key key) {
        Pod pod = cluster.cache(Pod.class).get(key).orElse(null);
        if (pod == null
                || pod.getSpec().getNodeName() != null
                || pod.getMetadata().getDeletionTimestamp() != null) {
            return Outcome.done();
        }
        cluster.client()
                .raw(
                        "/api/v1/namespaces/"
                                + key.namespace()
                                + "/pods/"
                                + key.name()
                                + "/binding",
                        "POST",
                        new BindingBuilder()
                                .withNewMetadata()
                                .withName(key.name())
                                .endMetadata()
                                .withNewTarget()
                                .withKind("Node")
                                .withName(node(pod))
                                .endTarget()
                                .build());
        return Outcome.done();
    }

    private static String node(Pod pod) {
        return Stream.ofNullable(pod.getSpec().getAffinity())
                .map(affinity -> affinity.getNodeAffinity())
                .map(affinity -> affinity.getRequiredDuringSchedulingIgnoredDuringExecution())
                .flatMap(required -> required.getNodeSelectorTerms().stream())
                .flatMap(term -> term.getMatchFields().stream())
                .flatMap(field -> field.getValues().stream())
                .findFirst()
                .orElse("node-1");
    }

    KubernetesClient client() {
        return cluster.client();
    }

    LocalCluster cluster() {
        return cluster;
    }

    /// Creates an object and waits until everybody has reacted.
    <T extends HasMetadata> T create(T object) throws InterruptedException {
        T created = client().resource(object).create();
        settle();
        return created;
    }

    void mergePatch(HasMetadata object, String patch) throws InterruptedException {
        client().resource(object).patch(PatchContext.of(PatchType.JSON_MERGE), patch);
        settle();
    }

    void settle() throws InterruptedException {
        cluster.awaitQuiet(Duration.ofSeconds(20));
    }

    /// Lets time go on, stopping wherever something is due.
    void pass(Duration time) throws InterruptedException {
        Instant target = clock.instant().plus(time);
        while (true) {
            settle();
            Instant next = clock.nextAlarm().orElse(target);
            if (!next.isBefore(target)) {
                break;
            }
            clock.advanceTo(next.isBefore(clock.instant()) ? clock.instant() : next);
        }
        clock.advanceTo(target);
        settle();
    }

    Job job(String name) {
        return Objects.requireNonNull(
                client().batch().v1().jobs().inNamespace("ns").withName(name).get(), name);
    }

    List<Pod> pods() {
        return client().pods().inNamespace("ns").list().getItems();
    }

    /// The reasons and messages of the events about an object, oldest first, without the random ends of pod names.
    List<String> events(String name) {
        return client().v1().events().inNamespace("ns").list().getItems().stream()
                .filter(event -> event.getInvolvedObject().getName().equals(name))
                .sorted(Comparator.comparing((Event event) -> event.getMetadata().getName()))
                .map(
                        event ->
                                event.getReason()
                                        + ": "
                                        + event.getMessage().replaceAll("-[a-z0-9]{5}$", "-*"))
                .toList();
    }

    @Override
    public void close() {
        cluster.close();
    }
}
