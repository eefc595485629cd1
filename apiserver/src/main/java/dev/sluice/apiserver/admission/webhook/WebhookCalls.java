package dev.sluice.apiserver.admission.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.admission.AdmissionRequest;
import dev.sluice.apiserver.admission.Equivalents;
import dev.sluice.apiserver.admission.ObjectReader;
import dev.sluice.apiserver.admission.match.MatchConditions;
import dev.sluice.apiserver.admission.match.Vocabulary;
import dev.sluice.apiserver.cel.Authority;
import dev.sluice.apiserver.error.ApiError;
import dev.sluice.apiserver.error.Cause;
import dev.sluice.apiserver.kind.Kind;
import dev.sluice.apiserver.security.User;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Asks one webhook about one request: whether it is concerned, by a call, and what a refusal or a failure means (H2.83).
final class WebhookCalls {
    private static final Logger LOG = LoggerFactory.getLogger(WebhookCalls.class);

    private final WebhookClient client;
    private final Equivalents equivalents;
    private final ObjectReader objects;
    private final Function<User, Authority> authorities;

    WebhookCalls(
            WebhookClient client,
            Equivalents equivalents,
            ObjectReader objects,
            Function<User, Authority> authorities) {
        this.client = client;
        this.equivalents = equivalents;
        this.objects = objects;
        this.authorities = authorities;
    }

    /// The request in the version in which a webhook wants it.
    ///
    /// @return null when the webhook is not concerned
    /// @throws ApiError 403 when nobody can say whether it is
    @Nullable AdmissionRequest asked(Webhook webhook, AdmissionRequest request) {
        if (request.kind().group().equals("admissionregistration.k8s.io")) {
            // webhooks have no say in what registers them (H2.88)
            return null;
        }
        Kind kind = webhook.resources().match(request, equivalents, objects);
        if (kind == null) {
            return null;
        }
        AdmissionRequest asked = equivalents.converted(request, kind);
        if (webhook.conditions().isEmpty()) {
            return asked;
        }
        MatchConditions.Verdict verdict =
                webhook.conditions()
                        .ask(Vocabulary.values(asked, request, authorities.apply(request.user())));
        return switch (verdict) {
            case MatchConditions.Verdict.Holds _ -> asked;
            case MatchConditions.Verdict.Fails _ -> null;
            case MatchConditions.Verdict.Broken(String why) -> {
                if (webhook.lenient()) {
                    LOG.warn("A webhook is passed over: name={} why={}", webhook.name(), why);
                    yield null;
                }
                throw ApiError.forbidden(
                        request.kind().group(), request.kind().plural(), request.name(), why);
            }
        };
    }

    /// Takes an object back into the version of the request.
    ObjectNode restored(ObjectNode object, Kind from, AdmissionRequest request) {
        return equivalents.restored(object, from, request);
    }

    /// Asks.
    ///
    /// @return the patch; empty when there is nothing to change, or when the webhook could not be asked but need not be
    /// @throws ApiError when it refuses, or when it must be asked and cannot
    byte[] call(
            Webhook webhook, AdmissionRequest asked, AdmissionRequest request, boolean mutating) {
        if (request.dryRun() && !webhook.dryRuns()) {
            throw ApiError.badRequest(
                    "admission webhook \"" + webhook.name() + "\" does not support dry run");
        }
        AdmissionReview review = AdmissionReview.of(asked, request, webhook.version());
        AdmissionReview.Answer answer;
        try {
            answer = review.read(post(webhook, review), mutating);
        } catch (CallFailure failure) {
            String why = "failed calling webhook \"" + webhook.name() + "\": " + failure.text();
            if (webhook.lenient()) {
                LOG.warn("A webhook is passed over: {}", why);
                return new byte[0];
            }
            throw internal(why);
        }
        answer.annotations()
                .forEach(
                        (key, value) ->
                                request.notes().annotate(webhook.name() + "/" + key, value));
        answer.warnings().forEach(request.notes()::warn);
        if (!answer.allowed()) {
            throw denied(webhook, answer.status());
        }
        return answer.patch();
    }

    private byte[] post(Webhook webhook, AdmissionReview review) throws CallFailure {
        try {
            return client.post(webhook.backend(), webhook.timeoutSeconds(), review.document());
        } catch (CallFailure failure) {
            throw new CallFailure("failed to call webhook: " + failure.text());
        }
    }

    /// A failure that the client may not be blamed for.
    static ApiError internal(String why) {
        return new ApiError(
                500,
                "InternalError",
                "Internal error occurred: " + why,
                new ApiError.Details(null, null, null, null, List.of(new Cause("", "", why)), 0));
    }

    private static ApiError denied(Webhook webhook, JsonNode status) {
        String message = status.path("message").asText("");
        String reason = status.path("reason").asText("");
        int code = status.path("code").asInt();
        String text = "admission webhook \"" + webhook.name() + "\" denied the request";
        if (!message.isEmpty()) {
            text += ": " + message;
        } else if (!reason.isEmpty()) {
            text += ": " + reason;
        } else {
            text += " without explanation";
        }
        return new ApiError(
                code >= 400 && code < 600 ? code : 400,
                reason.isEmpty() ? null : reason,
                text,
                details(status.path("details")));
    }

    private static ApiError.@Nullable Details details(JsonNode details) {
        if (!details.isObject()) {
            return null;
        }
        List<Cause> causes = new ArrayList<>();
        for (JsonNode cause : details.path("causes")) {
            causes.add(
                    new Cause(
                            cause.path("reason").asText(""),
                            cause.path("field").asText(""),
                            cause.path("message").asText("")));
        }
        return new ApiError.Details(
                details.path("name").asText(null),
                details.path("group").asText(null),
                details.path("kind").asText(null),
                details.path("uid").asText(null),
                causes,
                details.path("retryAfterSeconds").asInt());
    }
}
