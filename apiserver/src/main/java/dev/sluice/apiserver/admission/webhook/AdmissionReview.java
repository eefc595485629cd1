package dev.sluice.apiserver.admission.webhook;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.admission.AdmissionRequest;
import dev.sluice.apiserver.admission.match.RequestForm;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/// A question to a webhook, and how its answer is read (H2.86).
///
/// @param version `v1` or `v1beta1`
record AdmissionReview(String uid, String version, byte[] document) {
    private static final ObjectMapper MAPPER =
            new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    /// What a webhook said.
    ///
    /// @param patch a JSON patch, empty for none
    /// @param status why it refuses, an empty object when it does not say
    record Answer(
            boolean allowed,
            byte[] patch,
            JsonNode status,
            List<String> warnings,
            Map<String, String> annotations) {}

    /// @param asked the request in the version that the webhook's rules name
    /// @param original the request as it came
    static AdmissionReview of(AdmissionRequest asked, AdmissionRequest original, String version) {
        String uid = UUID.randomUUID().toString();
        ObjectNode review = JsonNodeFactory.instance.objectNode();
        review.put("kind", "AdmissionReview").put("apiVersion", apiVersion(version));
        ObjectNode request = review.putObject("request").put("uid", uid);
        request.setAll(RequestForm.of(asked, original));
        request.set("object", asked.object());
        request.set("oldObject", asked.old());
        return new AdmissionReview(
                uid, version, review.toString().getBytes(StandardCharsets.UTF_8));
    }

    private static String apiVersion(String version) {
        return "admission.k8s.io/" + version;
    }

    /// @param mutating whether a patch is wanted
    /// @throws CallFailure when the body is no answer to this question
    Answer read(byte[] body, boolean mutating) throws CallFailure {
        JsonNode review = parse(body);
        String kind = review.path("kind").asText("");
        String given = review.path("apiVersion").asText("");
        if (!kind.equals("AdmissionReview") || !given.equals(apiVersion(version))) {
            throw invalid(
                    "expected webhook response of "
                            + apiVersion(version)
                            + ", Kind=AdmissionReview, got "
                            + (given.isEmpty() ? "/" : given)
                            + ", Kind="
                            + kind);
        }
        JsonNode response = review.path("response");
        if (!response.isObject()) {
            throw invalid("webhook response was absent");
        }
        String answered = response.path("uid").asText("");
        if (version.equals("v1") && !answered.equals(uid)) {
            throw invalid("expected response.uid=\"" + uid + "\", got \"" + answered + "\"");
        }
        return new Answer(
                response.path("allowed").asBoolean(),
                mutating ? patch(response) : new byte[0],
                response.path("status"),
                warnings(response),
                annotations(response));
    }

    private static JsonNode parse(byte[] body) throws CallFailure {
        try {
            JsonNode review = MAPPER.readTree(body);
            if (review != null && review.isObject()) {
                return review;
            }
        } catch (JsonProcessingException noJson) {
            throw undecodable();
        } catch (IOException e) {
            throw new IllegalStateException("an array in memory cannot fail to be read", e);
        }
        throw undecodable();
    }

    private static CallFailure undecodable() {
        return new CallFailure(
                "failed to call webhook: couldn't get version/kind; json parse error: json: cannot"
                        + " unmarshal string into Go value of type struct { APIVersion string"
                        + " \"json:\\\"apiVersion,omitempty\\\"\"; Kind string"
                        + " \"json:\\\"kind,omitempty\\\"\" }");
    }

    private byte[] patch(JsonNode response) throws CallFailure {
        String text = response.path("patch").asText("");
        String type = response.path("patchType").asText("");
        if (text.isEmpty() && type.isEmpty()) {
            return new byte[0];
        }
        if (text.isEmpty()) {
            throw invalid("webhook returned response.patchType but not response.patch");
        }
        if (type.isEmpty() && version.equals("v1")) {
            throw invalid("webhook returned response.patch but not response.patchType");
        }
        if (!type.isEmpty() && !type.equals("JSONPatch")) {
            throw invalid("webhook returned invalid response.patchType of \"" + type + "\"");
        }
        try {
            return Base64.getDecoder().decode(text);
        } catch (IllegalArgumentException noBase64) {
            throw invalid("response.patch is not base64: " + noBase64.getMessage());
        }
    }

    private static List<String> warnings(JsonNode response) {
        List<String> warnings = new ArrayList<>();
        response.path("warnings").forEach(warning -> warnings.add(warning.asText()));
        return warnings;
    }

    private static Map<String, String> annotations(JsonNode response) {
        Map<String, String> annotations = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> entry : response.path("auditAnnotations").properties()) {
            annotations.put(entry.getKey(), entry.getValue().asText());
        }
        return annotations;
    }

    private static CallFailure invalid(String why) {
        return new CallFailure("received invalid webhook response: " + why);
    }
}
