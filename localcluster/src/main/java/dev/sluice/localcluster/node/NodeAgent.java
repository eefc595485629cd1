package dev.sluice.localcluster.node;

import dev.sluice.apiserver.extension.ContainerOutput;
import dev.sluice.localcluster.event.CoreEvents;
import dev.sluice.reconcile.Cache;
import dev.sluice.reconcile.Change;
import dev.sluice.reconcile.Cluster;
import dev.sluice.reconcile.Key;
import dev.sluice.reconcile.Outcome;
import io.fabric8.kubernetes.api.model.DeletionPropagation;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.net.HttpURLConnection;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Runs the pods that are bound to the cluster's nodes, or pretends to: it writes their statuses and removes them at
/// their end. What it does next is decided by [PodLife]; a test may also tell it what to report.
public final class NodeAgent {
    private static final String NAME = "node-agent";
    private static final int WORKERS = 8;

    private final Cluster cluster;
    private final CoreEvents events;
    private final SimulationAnnotations annotations;
    private final PodLife life;
    private final Cache<Pod> pods;
    private final Cache<Node> nodes;
    private final Map<String, PodLife.Moments> momentsByUid = new ConcurrentHashMap<>();
    private final PodAddresses addresses;

    /// Registers the loop; it runs once the cluster starts.
    ///
    /// @param endsByItself false when pods end, and become ready late, only when [#report] says so
    public NodeAgent(
            Cluster cluster,
            CoreEvents events,
            SimulationAnnotations annotations,
            boolean endsByItself) {
        this.cluster = cluster;
        this.events = events;
        this.annotations = annotations;
        this.life = new PodLife(annotations, endsByItself);
        this.pods = cluster.cache(Pod.class);
        this.nodes = cluster.cache(Node.class);
        this.addresses = new PodAddresses(pods::all);
        cluster.loop(NAME, WORKERS, this::reconcile).onEach(pods);
        pods.onChange(this::forgetGone);
    }

    /// What the containers that it runs write.
    public static ContainerOutput output(SimulationAnnotations annotations) {
        return new PodOutput(annotations);
    }

    private void forgetGone(Change<Pod> change) {
        if (change.after() == null) {
            String uid = change.latest().getMetadata().getUid();
            momentsByUid.remove(uid);
            addresses.free(uid);
        }
    }

    /// Reports a phase of a pod as if it had come to it: what recorded scenarios tell the node agent.
    ///
    /// @param message of the pod; null for none
    /// @param exitCode of its containers, when they end
    public void report(Pod pod, ReportedPhase phase, @Nullable String message, int exitCode) {
        Instant now = now();
        write(
                pod,
                switch (phase) {
                    case RUNNING -> PodStatuses.readinessOnly(true, null, now);
                    case NOT_READY -> PodStatuses.readinessOnly(false, "ContainersNotReady", now);
                    case SUCCEEDED -> PodStatuses.ended(pod, 0, message, now);
                    case FAILED -> PodStatuses.ended(pod, exitCode, message, now);
                });
    }

    private Outcome reconcile(Key key) {
        Pod pod = pods.get(key).orElse(null);
        if (pod == null || nodeOf(pod) == null) {
            return Outcome.done();
        }
        Instant now = now();
        if (!momentsByUid.containsKey(pod.getMetadata().getUid())) {
            annotations
                    .faults(pod)
                    .forEach(fault -> events.tell(pod, NAME, true, "InvalidAnnotation", fault));
        }
        PodLife.Moments moments = observe(pod, now);
        return switch (life.next(
                pod, moments, addresses.of(pod), Nodes.address(number(pod)), now)) {
            case PodStep.Wait(Instant until) when until == null -> Outcome.done();
            case PodStep.Wait(Instant until) -> Outcome.again(Duration.between(now, until));
            case PodStep.Write(Map<String, Object> patch) -> {
                write(pod, patch);
                yield Outcome.done();
            }
            case PodStep.Remove() -> {
                cluster.delete(pod, DeletionPropagation.BACKGROUND, 0);
                yield Outcome.done();
            }
        };
    }

    /// Keeps the exact instants of what is seen for the first time: the API tells them in whole seconds.
    private PodLife.Moments observe(Pod pod, Instant now) {
        boolean deleting = pod.getMetadata().getDeletionTimestamp() != null;
        String phase = pod.getStatus() == null ? null : pod.getStatus().getPhase();
        boolean running = "Running".equals(phase);
        return momentsByUid.compute(
                pod.getMetadata().getUid(),
                (_, known) -> {
                    PodLife.Moments before = known == null ? PodLife.Moments.UNKNOWN : known;
                    // Only what this process saw begin is known exactly.
                    Instant started =
                            running
                                    ? before.started()
                                    : phase == null || "Pending".equals(phase) ? now : null;
                    Instant since =
                            deleting && before.deleting() == null && known != null
                                    ? now
                                    : before.deleting();
                    return new PodLife.Moments(started, since);
                });
    }

    private @Nullable Node nodeOf(Pod pod) {
        String name = pod.getSpec() == null ? null : pod.getSpec().getNodeName();
        return name == null || name.isEmpty() ? null : nodes.get("", name).orElse(null);
    }

    private static int number(Pod pod) {
        String name = pod.getSpec().getNodeName();
        String digits = name.substring(name.lastIndexOf('-') + 1);
        boolean isNumber = !digits.isEmpty() && digits.chars().allMatch(Character::isDigit);
        return isNumber && digits.length() < 6 ? Integer.parseInt(digits) : 0;
    }

    private void write(Pod pod, Map<String, Object> patch) {
        try {
            cluster.patchStatus(pod, PatchType.STRATEGIC_MERGE, cluster.json(patch));
        } catch (KubernetesClientException refused) {
            if (refused.getCode() != HttpURLConnection.HTTP_NOT_FOUND) {
                throw refused;
            }
        }
    }

    private Instant now() {
        return cluster.clock().instant();
    }
}
