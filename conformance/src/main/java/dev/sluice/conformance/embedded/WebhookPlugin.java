package dev.sluice.conformance.embedded;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.api.config.Configuration;
import dev.sluice.api.conversion.Versions;
import dev.sluice.api.v1beta2.Kueue;
import dev.sluice.apiserver.admission.AdmissionPlugin;
import dev.sluice.apiserver.admission.AdmissionRequest;
import dev.sluice.apiserver.admission.ObjectReader;
import dev.sluice.apiserver.error.ApiError;
import dev.sluice.apiserver.kind.Kind;
import dev.sluice.controllers.admission.Lookup;
import dev.sluice.controllers.admission.Review;
import dev.sluice.controllers.admission.Webhooks;
import java.net.HttpURLConnection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The controllers' webhooks in the admission chain of an embedded API server: the same checks without a call.
public final class WebhookPlugin implements AdmissionPlugin {
    private final Webhooks webhooks;

    public WebhookPlugin(Configuration settings) {
        this.webhooks = new Webhooks(settings);
    }

    @Override
    public String name() {
        return "webhooks";
    }

    @Override
    public boolean concerns(AdmissionRequest request) {
        return webhooks.concern(review(request));
    }

    @Override
    public void mutate(AdmissionRequest request, ObjectReader objects) {
        Review review = review(request);
        webhooks.mutate(review, new Objects(objects))
                .ifPresent(
                        fault -> {
                            throw new ApiError(
                                    HttpURLConnection.HTTP_BAD_REQUEST, null, fault, null);
                        });
        takeBack(review, request);
    }

    @Override
    public List<String> validate(AdmissionRequest request, ObjectReader objects) {
        Review review = review(request);
        webhooks.validate(review, new Objects(objects))
                .ifPresent(
                        denied -> {
                            throw new ApiError(
                                    HttpURLConnection.HTTP_FORBIDDEN,
                                    "Forbidden",
                                    denied.message(),
                                    null);
                        });
        return webhooks.warnings(review, new Objects(objects));
    }

    @Override
    public boolean converts(Kind kind) {
        return kind.group().equals(Kueue.GROUP);
    }

    @Override
    public void convert(ObjectNode object, String toApiVersion) {
        Versions.convert(object, toApiVersion);
    }

    /// Brings what the webhooks have changed into the version of the request.
    private static void takeBack(Review review, AdmissionRequest request) {
        ObjectNode changed = review.object();
        ObjectNode object = request.object();
        if (changed == null || object == null || changed.equals(seen(object, request.kind()))) {
            return;
        }
        inVersion(request.kind().apiVersion(), changed);
        object.removeAll();
        object.setAll(changed);
    }

    /// As with the match policy `Equivalent` of webhooks: they know one version of our kinds, and see all in it.
    private static @Nullable ObjectNode seen(@Nullable ObjectNode object, Kind kind) {
        boolean other = kind.group().equals(Kueue.GROUP) && !kind.version().equals(Kueue.VERSION);
        return object == null || !other ? object : inVersion(Kueue.API_VERSION, object.deepCopy());
    }

    private static ObjectNode inVersion(String apiVersion, ObjectNode object) {
        Versions.convert(object, apiVersion);
        return object.put("apiVersion", apiVersion);
    }

    private static Review review(AdmissionRequest request) {
        return new Review(
                switch (request.operation()) {
                    case CREATE -> Review.Operation.CREATE;
                    case UPDATE -> Review.Operation.UPDATE;
                    case DELETE -> Review.Operation.DELETE;
                },
                request.kind().group(),
                request.kind().kind(),
                request.subresource(),
                request.namespace(),
                seen(request.object(), request.kind()),
                seen(request.old(), request.kind()));
    }

    /// Looks things up in the server itself.
    private record Objects(ObjectReader objects) implements Lookup {
        @Override
        public boolean localQueueExists(String namespace, String name) {
            return objects.get("localqueues.kueue.x-k8s.io", namespace, name) != null;
        }

        @Override
        public boolean workloadPriorityClassExists(String name) {
            return objects.get("workloadpriorityclasses.kueue.x-k8s.io", "", name) != null;
        }

        @Override
        public @Nullable Map<String, String> namespaceLabels(String namespace) {
            return texts(objects.get("namespaces", "", namespace), "labels");
        }

        @Override
        public @Nullable Map<String, String> annotations(
                String apiVersion, String kind, String namespace, String name) {
            return texts(object(apiVersion, kind, namespace, name), "annotations");
        }

        @Override
        public @Nullable ObjectNode object(
                String apiVersion, String kind, String namespace, String name) {
            int slash = apiVersion.indexOf('/');
            String plural = kind.toLowerCase(Locale.ROOT) + "s";
            String resource = slash < 0 ? plural : plural + "." + apiVersion.substring(0, slash);
            return objects.get(resource, namespace, name);
        }

        private static @Nullable Map<String, String> texts(
                @Nullable ObjectNode object, String map) {
            if (object == null) {
                return null;
            }
            Map<String, String> texts = new LinkedHashMap<>();
            for (Map.Entry<String, JsonNode> text :
                    object.path("metadata").path(map).properties()) {
                texts.put(text.getKey(), text.getValue().asText());
            }
            return texts;
        }
    }
}
