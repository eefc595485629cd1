package dev.sluice.conformance.embedded;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.error.ApiError;
import dev.sluice.apiserver.extension.ExtensionKind;
import dev.sluice.apiserver.kind.Answering;
import dev.sluice.apiserver.kind.KindRegistry;
import dev.sluice.controllers.scheduling.PodExplanations;
import dev.sluice.controllers.visibility.Explanations;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeoutException;

/// Serves why pods have no node.
///
/// ```
/// GET /apis/visibility.sluice.dev/v1alpha1/namespaces/NS/podexplanations/NAME
/// ```
record PodVisibility(PodExplanations explanations) {
    private static final String PLURAL = "podexplanations";

    void serveOn(KindRegistry kinds) {
        kinds.serve(
                PLURAL + "." + Explanations.GROUP,
                List.of(
                        ExtensionKind.of(
                                Explanations.GROUP,
                                Explanations.VERSION,
                                PodExplanations.KIND,
                                PLURAL,
                                true,
                                Set.of(),
                                List.of("get"),
                                this::explanation)));
    }

    private ObjectNode explanation(Answering.Question question) {
        if (question.name().isEmpty()) {
            throw new ApiError(
                    405,
                    "MethodNotAllowed",
                    PLURAL + " cannot be listed, only got one by one: name a pod",
                    null);
        }
        try {
            return explanations
                    .of(question.namespace(), question.name())
                    .orElseThrow(() -> ApiError.notFound("", "pods", question.name()));
        } catch (TimeoutException busy) {
            throw new ApiError(503, "ServiceUnavailable", "the scheduler is busy", null);
        }
    }
}
