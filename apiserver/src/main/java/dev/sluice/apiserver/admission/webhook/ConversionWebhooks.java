package dev.sluice.apiserver.admission.webhook;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.admission.ObjectReader;
import dev.sluice.apiserver.admission.Registered;
import dev.sluice.apiserver.error.ApiError;
import dev.sluice.apiserver.kind.Kind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// The webhooks that turn custom objects into other versions of their kinds (H4.40): those of definitions whose conversion
/// strategy is `Webhook`.
public final class ConversionWebhooks implements AutoCloseable {
    private static final String DEFINITIONS = "customresourcedefinitions.apiextensions.k8s.io";
    private static final String REVIEW = "ConversionReview";
    private static final int TIMEOUT_SECONDS = 30;
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final WebhookClient client;
    private final Registered<Hook> hooks;

    /// @param resource whose objects it converts
    /// @param version of the ConversionReview that it understands
    private record Hook(String resource, Backend backend, String version) {}

    public ConversionWebhooks(ObjectReader objects) {
        this.client = new WebhookClient(new ServiceAddresses(objects));
        this.hooks = new Registered<>(() -> read(objects));
    }

    /// Tells which resources have changed; returns at once.
    public void changed(Set<String> resources) {
        if (resources.contains(DEFINITIONS)) {
            hooks.forget();
        }
    }

    private static List<Hook> read(ObjectReader objects) {
        List<Hook> all = new ArrayList<>();
        for (ObjectNode definition : objects.list(DEFINITIONS, "")) {
            JsonNode conversion = definition.path("spec").path("conversion");
            if (!conversion.path("strategy").asText().equals("Webhook")) {
                continue;
            }
            JsonNode webhook = conversion.path("webhook");
            String version = "v1";
            for (JsonNode candidate : webhook.path("conversionReviewVersions")) {
                String text = candidate.asText();
                if (text.equals("v1") || text.equals("v1beta1")) {
                    version = text;
                    break;
                }
            }
            all.add(
                    new Hook(
                            definition.path("metadata").path("name").asText(),
                            Backend.of(webhook.path("clientConfig")),
                            version));
        }
        return List.copyOf(all);
    }

    /// Whether objects of the kind are converted by a webhook.
    public boolean concern(Kind kind) {
        return hook(kind) != null;
    }

    private @Nullable Hook hook(Kind kind) {
        for (Hook hook : hooks.all()) {
            if (hook.resource().equals(kind.resource())) {
                return hook;
            }
        }
        return null;
    }

    /// Converts all in one call.
    ///
    /// @param objects in other versions; left as they are
    /// @return new trees, in the same order
    /// @throws ApiError 500 when the webhook cannot be asked, or does not do it
    public List<ObjectNode> convert(List<ObjectNode> objects, Kind to) {
        Hook hook = hook(to);
        if (hook == null) {
            throw new IllegalStateException(to.resource() + " is not converted by a webhook");
        }
        try {
            return answered(hook, objects, to);
        } catch (CallFailure failure) {
            throw new ApiError(
                    500,
                    null,
                    "conversion webhook for "
                            + objects.getFirst().path("apiVersion").asText()
                            + ", Kind="
                            + to.kind()
                            + " failed: "
                            + failure.text(),
                    null);
        }
    }

    private List<ObjectNode> answered(Hook hook, List<ObjectNode> objects, Kind to)
            throws CallFailure {
        String uid = UUID.randomUUID().toString();
        ObjectNode review = JsonNodeFactory.instance.objectNode();
        review.put("kind", REVIEW).put("apiVersion", "apiextensions.k8s.io/" + hook.version());
        ObjectNode request = review.putObject("request");
        request.put("uid", uid).put("desiredAPIVersion", to.apiVersion());
        ArrayNode given = request.putArray("objects");
        objects.forEach(given::add);
        byte[] body =
                client.post(
                        hook.backend(),
                        TIMEOUT_SECONDS,
                        review.toString().getBytes(StandardCharsets.UTF_8));
        JsonNode response = parse(body).path("response");
        if (!response.path("uid").asText().equals(uid)) {
            throw new CallFailure(
                    "expected response.uid=" + uid + ", got " + response.path("uid").asText());
        }
        JsonNode result = response.path("result");
        if (!result.path("status").asText().equals("Success")) {
            throw new CallFailure(result.path("message").asText("no reason given"));
        }
        JsonNode converted = response.path("convertedObjects");
        if (converted.size() != objects.size()) {
            throw new CallFailure(
                    "webhook returned "
                            + converted.size()
                            + " objects, expected "
                            + objects.size());
        }
        List<ObjectNode> all = new ArrayList<>();
        for (int i = 0; i < objects.size(); i++) {
            all.add(checked(objects.get(i), converted.get(i), to, i));
        }
        return all;
    }

    private static JsonNode parse(byte[] body) throws CallFailure {
        try {
            JsonNode review = MAPPER.readTree(body);
            if (review != null && review.path("kind").asText().equals(REVIEW)) {
                return review;
            }
        } catch (JsonProcessingException noJson) {
            throw new CallFailure("the answer is no JSON");
        } catch (IOException e) {
            throw new IllegalStateException("an array in memory cannot fail to be read", e);
        }
        throw new CallFailure("the answer is no " + REVIEW);
    }

    /// Of the metadata a webhook may change labels and annotations alone.
    private static ObjectNode checked(ObjectNode object, JsonNode converted, Kind to, int index)
            throws CallFailure {
        if (!(converted instanceof ObjectNode result)
                || !result.path("apiVersion").asText().equals(to.apiVersion())
                || !result.path("kind").asText().equals(to.kind())
                || !result.path("metadata").isObject()) {
            throw new CallFailure(
                    "invalid converted object at index "
                            + index
                            + ": expected a "
                            + to.kind()
                            + " of "
                            + to.apiVersion()
                            + " with metadata");
        }
        JsonNode given = result.path("metadata");
        ObjectNode metadata =
                object.path("metadata") instanceof ObjectNode before
                        ? before.deepCopy()
                        : object.objectNode();
        for (String field : List.of("labels", "annotations")) {
            metadata.remove(field);
            if (given.has(field)) {
                metadata.set(field, given.get(field));
            }
        }
        result.set("metadata", metadata);
        return result;
    }

    @Override
    public void close() {
        client.close();
    }
}
