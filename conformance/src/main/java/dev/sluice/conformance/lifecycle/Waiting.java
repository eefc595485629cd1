package dev.sluice.conformance.lifecycle;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Optional;
import java.util.stream.StreamSupport;

/// Tells whether what a scenario waits for is so.
final class Waiting {
    private static final String POD_GROUP = "kueue.x-k8s.io/pod-group-name";

    private final Observer observer;

    Waiting(Observer observer) {
        this.observer = observer;
    }

    boolean over(Await what) {
        return switch (what) {
            case Await.Condition condition ->
                    observer.find(condition.ref())
                            .filter(object -> holds(condition, object))
                            .isPresent();
            case Await.Field field ->
                    observer.find(field.ref()).filter(object -> holds(field, object)).isPresent();
            case Await.Gone gone ->
                    observer.find(gone.ref()).isEmpty() && workloadsOf(gone.ref()).isEmpty();
            case Await.Pods pods -> count(pods) == pods.count();
            case Await.Event event ->
                    observer.events().stream().anyMatch(seen -> holds(event, seen));
        };
    }

    /// What it is like instead, for a message.
    String insteadOf(Await what) {
        return switch (what) {
            case Await.Condition condition -> shown(condition.ref(), "/status/conditions");
            case Await.Field field -> shown(field.ref(), "/" + field.path().replace('.', '/'));
            case Await.Gone _ -> "it is still there";
            case Await.Pods pods -> count(pods) + " pods match";
            case Await.Event event ->
                    "there are "
                            + observer.events().stream().map(SeenEvent::reason).distinct().toList()
                            + ", no "
                            + event.reason();
        };
    }

    private String shown(Ref ref, String pointer) {
        return observer.find(ref)
                .map(object -> object.at(pointer).toString())
                .orElse(ref + " does not exist");
    }

    private static boolean holds(Await.Condition wanted, JsonNode object) {
        return StreamSupport.stream(object.path("status").path("conditions").spliterator(), false)
                .filter(condition -> condition.path("type").asText().equals(wanted.type()))
                .anyMatch(
                        condition ->
                                condition.path("status").asText().equals(wanted.status())
                                        && wanted.reason()
                                                .map(condition.path("reason").asText()::equals)
                                                .orElse(true));
    }

    private static boolean holds(Await.Field wanted, JsonNode object) {
        JsonNode value = object.at("/" + wanted.path().replace('.', '/'));
        return wanted.value()
                .map(expected -> expected.asText().equals(value.asText()) && !value.isMissingNode())
                .orElse(
                        !value.isMissingNode()
                                && !value.isNull()
                                && !(value.isContainerNode() && value.isEmpty()));
    }

    private List<JsonNode> workloadsOf(Ref ref) {
        if (!ref.kind().equals("Workload")) {
            return List.of();
        }
        return observer.all(Resource.of("Workload")).stream()
                .filter(workload -> ownedBy(workload, ref.name()))
                .toList();
    }

    private static boolean ownedBy(JsonNode object, String owner) {
        return StreamSupport.stream(
                        object.path("metadata").path("ownerReferences").spliterator(), false)
                .anyMatch(reference -> reference.path("name").asText().equals(owner));
    }

    private long count(Await.Pods wanted) {
        return observer.all(Resource.of("Pod")).stream()
                .filter(pod -> belongs(pod, wanted.owner()))
                .filter(pod -> wanted.phase().map(phase(pod)::equals).orElse(true))
                .filter(
                        pod ->
                                fits(
                                        wanted.terminating(),
                                        pod.path("metadata").has("deletionTimestamp")))
                .filter(
                        pod ->
                                fits(
                                        wanted.gated(),
                                        !pod.path("spec").path("schedulingGates").isEmpty()))
                .count();
    }

    private static boolean belongs(JsonNode pod, String owner) {
        JsonNode metadata = pod.path("metadata");
        return owner.equals("*")
                || metadata.path("name").asText().equals(owner)
                || metadata.path("labels").path(POD_GROUP).asText().equals(owner)
                || metadata.path("labels")
                        .path("batch.kubernetes.io/job-name")
                        .asText()
                        .equals(owner)
                || ownedBy(pod, owner);
    }

    private static String phase(JsonNode pod) {
        return pod.path("status").path("phase").asText();
    }

    private static boolean fits(Optional<Boolean> wanted, boolean actual) {
        return wanted.map(value -> value == actual).orElse(true);
    }

    private boolean holds(Await.Event wanted, SeenEvent seen) {
        if (!seen.reason().equals(wanted.reason())) {
            return false;
        }
        return wanted.object()
                .map(
                        name ->
                                seen.object().name().equals(name)
                                        || seen.object().kind().equals("Workload")
                                                && observer.find(seen.object())
                                                        .filter(workload -> ownedBy(workload, name))
                                                        .isPresent())
                .orElse(true);
    }
}
