package dev.sluice.conformance.embedded;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.error.ApiError;
import dev.sluice.apiserver.extension.ExtensionKind;
import dev.sluice.apiserver.kind.Answering;
import dev.sluice.apiserver.kind.Kind;
import dev.sluice.apiserver.kind.KindRegistry;
import dev.sluice.controllers.queueing.QueueingRoom.NoAnswerException;
import dev.sluice.controllers.visibility.Explanations;
import dev.sluice.controllers.visibility.Page;
import dev.sluice.controllers.visibility.PendingWorkloads;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Serves who waits and why: the lines of pending workloads (section 13 of the API) in both versions, and explanations.
///
/// ```
/// GET /apis/visibility.kueue.x-k8s.io/v1beta2/clusterqueues/NAME/pendingworkloads
/// GET /apis/visibility.kueue.x-k8s.io/v1beta2/namespaces/NS/localqueues/NAME/pendingworkloads
/// GET /apis/visibility.sluice.dev/v1alpha1/namespaces/NS/explanations/NAME
/// ```
final class Visibility {
    private static final List<String> VERSIONS = List.of("v1beta2", "v1beta1");
    private static final Set<Kind.Subresource> BELOW = Set.of(Kind.Subresource.PENDING_WORKLOADS);

    private final PendingWorkloads pending;
    private final Explanations explanations;

    Visibility(PendingWorkloads pending, Explanations explanations) {
        this.pending = pending;
        this.explanations = explanations;
    }

    void serveOn(KindRegistry kinds) {
        kinds.serve(
                PendingWorkloads.GROUP,
                VERSIONS.stream()
                        .flatMap(
                                version ->
                                        List.of(clusterQueues(version), localQueues(version))
                                                .stream())
                        .toList());
        kinds.serve(
                Explanations.GROUP,
                List.of(
                        ExtensionKind.of(
                                Explanations.GROUP,
                                Explanations.VERSION,
                                "Explanation",
                                "explanations",
                                true,
                                Set.of(),
                                List.of("get"),
                                answered(this::explanation))));
    }

    private Kind clusterQueues(String version) {
        return ExtensionKind.of(
                PendingWorkloads.GROUP,
                version,
                "ClusterQueue",
                "clusterqueues",
                false,
                BELOW,
                List.of(),
                answered(
                        question ->
                                found(
                                        "clusterqueue",
                                        question,
                                        pending.ofClusterQueue(
                                                question.name(), page(question), version))));
    }

    private Kind localQueues(String version) {
        return ExtensionKind.of(
                PendingWorkloads.GROUP,
                version,
                "LocalQueue",
                "localqueues",
                true,
                BELOW,
                List.of(),
                answered(
                        question ->
                                found(
                                        "localqueue",
                                        question,
                                        pending.ofLocalQueue(
                                                question.namespace(),
                                                question.name(),
                                                page(question),
                                                version))));
    }

    private @Nullable ObjectNode explanation(Answering.Question question) {
        if (question.name().isEmpty()) {
            throw new ApiError(
                    405,
                    "MethodNotAllowed",
                    "explanations cannot be listed, only got one by one: name a workload",
                    null);
        }
        return explanations.of(question.namespace(), question.name());
    }

    /// The peer names what it does not find in the singular (A13.6).
    private static ObjectNode found(
            String singular, Answering.Question question, @Nullable ObjectNode summary) {
        if (!question.subresource().equals("pendingworkloads") || summary == null) {
            throw ApiError.notFound(PendingWorkloads.GROUP, singular, question.name());
        }
        return summary;
    }

    private static Page page(Answering.Question question) {
        try {
            return Page.of(question.parameter("offset"), question.parameter("limit"));
        } catch (IllegalArgumentException wrong) {
            throw ApiError.badRequest(String.valueOf(wrong.getMessage()));
        }
    }

    private static Answering answered(Answering answering) {
        return question -> {
            try {
                return answering.answer(question);
            } catch (NoAnswerException none) {
                throw new ApiError(
                        503, "ServiceUnavailable", String.valueOf(none.getMessage()), null);
            }
        };
    }
}
