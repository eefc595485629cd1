package dev.sluice.localcluster.metrics;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.extension.ExtensionKind;
import dev.sluice.apiserver.kind.Answering.Question;
import dev.sluice.apiserver.kind.KindRegistry;
import dev.sluice.apiserver.selector.LabelSelector;
import dev.sluice.model.Quantity;
import dev.sluice.reconcile.Cache;
import dev.sluice.reconcile.Cluster;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// PodMetrics and NodeMetrics (H8, P1): a simulated container uses exactly what it requests, as long as it runs.
public final class ResourceMetrics {
    private static final String GROUP = "metrics.k8s.io";
    private static final String VERSION = "v1beta1";
    private static final List<String> RESOURCES = List.of("cpu", "memory");

    private static final List<String> READ = List.of("get", "list");

    private final Cluster cluster;
    private final Cache<Pod> pods;
    private final Cache<Node> nodes;

    public ResourceMetrics(Cluster cluster) {
        this.cluster = cluster;
        this.pods = cluster.cache(Pod.class);
        this.nodes = cluster.cache(Node.class);
    }

    /// Serves the group from now on.
    public void serveOn(KindRegistry kinds) {
        kinds.serve(
                GROUP,
                List.of(
                        ExtensionKind.of(
                                GROUP,
                                VERSION,
                                "NodeMetrics",
                                "nodes",
                                false,
                                Set.of(),
                                READ,
                                this::nodeMetrics),
                        ExtensionKind.of(
                                GROUP,
                                VERSION,
                                "PodMetrics",
                                "pods",
                                true,
                                Set.of(),
                                READ,
                                this::podMetrics)));
    }

    private @Nullable ObjectNode nodeMetrics(Question question) {
        return question.name().isEmpty()
                ? list(question, "NodeMetrics", List.copyOf(nodes.all()), this::of)
                : nodes.get("", question.name()).map(this::of).orElse(null);
    }

    private @Nullable ObjectNode podMetrics(Question question) {
        if (!question.name().isEmpty()) {
            return pods.get(question.namespace(), question.name())
                    .filter(ResourceMetrics::runs)
                    .map(this::of)
                    .orElse(null);
        }
        List<Pod> running =
                (question.namespace().isEmpty()
                                ? pods.all()
                                : pods.inNamespace(question.namespace()))
                        .stream().filter(ResourceMetrics::runs).toList();
        return list(question, "PodMetrics", running, this::of);
    }

    private static boolean runs(Pod pod) {
        return pod.getStatus() != null && "Running".equals(pod.getStatus().getPhase());
    }

    private static <T extends HasMetadata> ObjectNode list(
            Question question, String kind, List<T> objects, Function<T, ObjectNode> metrics) {
        String text = Objects.requireNonNullElse(question.parameter("labelSelector"), "");
        LabelSelector selector = LabelSelector.parse(text);
        ObjectNode list = document(kind + "List");
        list.putObject("metadata");
        ArrayNode items = list.putArray("items");
        objects.stream()
                .filter(object -> selector.matches(labels(object)))
                .sorted(
                        Comparator.comparing(
                                        (T object) ->
                                                Objects.requireNonNullElse(
                                                        object.getMetadata().getNamespace(), ""))
                                .thenComparing(object -> object.getMetadata().getName()))
                .map(metrics)
                .forEach(items::add);
        return list;
    }

    private ObjectNode of(Node node) {
        ObjectNode metrics = measured("NodeMetrics", node);
        Map<String, Quantity> used = new TreeMap<>();
        for (Pod pod : pods.all()) {
            if (runs(pod) && node.getMetadata().getName().equals(pod.getSpec().getNodeName())) {
                for (Container container : pod.getSpec().getContainers()) {
                    for (String resource : RESOURCES) {
                        used.merge(resource, requested(container, resource), Quantity::plus);
                    }
                }
            }
        }
        ObjectNode usage = metrics.putObject("usage");
        RESOURCES.forEach(
                resource ->
                        usage.put(resource, used.getOrDefault(resource, Quantity.ZERO).toString()));
        return metrics;
    }

    private ObjectNode of(Pod pod) {
        ObjectNode metrics = measured("PodMetrics", pod);
        ArrayNode containers = metrics.putArray("containers");
        for (Container container : pod.getSpec().getContainers()) {
            ObjectNode usage =
                    containers.addObject().put("name", container.getName()).putObject("usage");
            RESOURCES.forEach(
                    resource -> usage.put(resource, requested(container, resource).toString()));
        }
        return metrics;
    }

    private ObjectNode measured(String kind, HasMetadata object) {
        String now = cluster.clock().instant().truncatedTo(ChronoUnit.SECONDS).toString();
        ObjectNode metrics = document(kind);
        ObjectNode metadata =
                metrics.putObject("metadata").put("name", object.getMetadata().getName());
        if (object.getMetadata().getNamespace() != null) {
            metadata.put("namespace", object.getMetadata().getNamespace());
        }
        ObjectNode labels = metadata.put("creationTimestamp", now).putObject("labels");
        labels(object).forEach(labels::put);
        return metrics.put("timestamp", now).put("window", "10s");
    }

    private static ObjectNode document(String kind) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("kind", kind)
                .put("apiVersion", GROUP + "/" + VERSION);
    }

    private static Map<String, String> labels(HasMetadata object) {
        return Objects.requireNonNullElse(object.getMetadata().getLabels(), Map.of());
    }

    private static Quantity requested(Container container, String resource) {
        var requests =
                container.getResources() == null ? null : container.getResources().getRequests();
        var amount = requests == null ? null : requests.get(resource);
        Quantity quantity = amount == null ? null : Quantity.parseOrNull(amount.toString());
        return quantity == null ? Quantity.ZERO : quantity;
    }
}
