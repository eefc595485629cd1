package dev.sluice.apiserver.admission.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.apiserver.admission.match.MatchConditions;
import dev.sluice.apiserver.admission.match.MatchResources;
import dev.sluice.apiserver.admission.match.Vocabulary;
import dev.sluice.apiserver.cel.CelSyntaxError;

/// One webhook of a configuration, ready to be asked.
///
/// @param lenient whether requests pass when it cannot be asked (`failurePolicy: Ignore`)
/// @param again whether it wants to see later changes (`reinvocationPolicy: IfNeeded`)
/// @param dryRuns whether it may be asked about a dry run
/// @param version of the AdmissionReview that it understands
record Webhook(
        String configuration,
        String name,
        MatchResources resources,
        MatchConditions conditions,
        Backend backend,
        int timeoutSeconds,
        boolean lenient,
        boolean again,
        boolean dryRuns,
        String version) {

    /// @param webhook accepted by the rules of its kind
    /// @throws CelSyntaxError when a match condition is none
    static Webhook of(String configuration, JsonNode webhook) throws CelSyntaxError {
        String version = "v1";
        for (JsonNode candidate : webhook.path("admissionReviewVersions")) {
            String text = candidate.asText();
            if (text.equals("v1") || text.equals("v1beta1")) {
                version = text;
                break;
            }
        }
        boolean dryRuns =
                switch (webhook.path("sideEffects").asText()) {
                    case "None", "NoneOnDryRun" -> true;
                    default -> false;
                };
        return new Webhook(
                configuration,
                webhook.path("name").asText(),
                MatchResources.ofWebhook(webhook),
                MatchConditions.of(webhook.path("matchConditions"), Vocabulary.SCOPE),
                Backend.of(webhook.path("clientConfig")),
                webhook.path("timeoutSeconds").asInt(10),
                webhook.path("failurePolicy").asText().equals("Ignore"),
                webhook.path("reinvocationPolicy").asText().equals("IfNeeded"),
                dryRuns,
                version);
    }
}
