package dev.sluice.controllers.admission;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.api.config.Configuration;
import dev.sluice.api.name.Annotations;
import dev.sluice.api.name.Labels;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Deployments and StatefulSets with a queue: what they say is checked, and what their running pods depend on stays
/// (L3.50, L3.65).
final class ServingWebhook implements Webhook {
    private static final String STATEFUL_SET = "StatefulSet";

    private final String name;
    private final Configuration settings;
    private final JobMetadataRules metadata;

    private ServingWebhook(String name, Configuration settings) {
        this.name = name;
        this.settings = settings;
        this.metadata = new JobMetadataRules(settings.gates());
    }

    static ServingWebhook ofDeployments(Configuration settings) {
        return new ServingWebhook("Deployment", settings);
    }

    static ServingWebhook ofStatefulSets(Configuration settings) {
        return new ServingWebhook(STATEFUL_SET, settings);
    }

    @Override
    public String kind() {
        return name.toLowerCase(Locale.ROOT);
    }

    @Override
    public boolean concerns(Review review) {
        return review.group().equals("apps")
                && review.kind().equals(name)
                && review.subresource().isEmpty()
                && review.operation() != Review.Operation.DELETE
                && !JobWebhook.EXEMPT_NAMESPACES.contains(review.namespace());
    }

    @Override
    public @Nullable String mutate(Review review, Lookup lookup) {
        ObjectNode object = review.object();
        if (object == null || !managed(object, review.namespace(), lookup)) {
            return null;
        }
        ObjectNode metadata = object.withObject("/spec/template/metadata");
        metadata.withObjectProperty("annotations").put(Annotations.POD_SUSPENDING_PARENT, kind());
        if (!name.equals(STATEFUL_SET)) {
            ObjectNode labels = metadata.withObjectProperty("labels");
            labels.put(Labels.MANAGED, "true");
            for (String key : List.of(Labels.QUEUE_NAME, Labels.PRIORITY_CLASS)) {
                String value = Review.label(object, key);
                if (!value.isEmpty()) {
                    labels.put(key, value);
                }
            }
        }
        return null;
    }

    private boolean managed(ObjectNode object, String namespace, Lookup lookup) {
        if (!Review.label(object, Labels.QUEUE_NAME).isEmpty()) {
            return true;
        }
        Map<String, String> labels =
                settings.manageJobsWithoutQueueName() ? lookup.namespaceLabels(namespace) : null;
        return labels != null && settings.managedJobsNamespaceSelector().matches(labels);
    }

    @Override
    public List<FieldError> validate(Review review, Lookup lookup) {
        ObjectNode object = review.object();
        if (object == null) {
            return List.of();
        }
        ObjectNode old = review.old();
        List<FieldError> errors = new ArrayList<>();
        errors.addAll(metadata.check(object, old));
        if (old != null) {
            boolean ready = old.path("status").path("readyReplicas").asInt() > 0;
            queue(old, object, ready, errors);
            JobMetadataRules.priorityClass(old, object, !ready, errors);
            if (name.equals(STATEFUL_SET) && !Review.label(object, Labels.QUEUE_NAME).isEmpty()) {
                replicas(old, object, errors);
                requests(old, object, errors);
            }
        }
        return errors;
    }

    private static void queue(
            JsonNode old, JsonNode object, boolean ready, List<FieldError> errors) {
        String before = Review.label(old, Labels.QUEUE_NAME);
        String after = Review.label(object, Labels.QUEUE_NAME);
        if (!before.equals(after) && (ready || after.isEmpty())) {
            errors.add(
                    FieldError.immutable(
                            "metadata.labels[" + Labels.QUEUE_NAME + "]", "\"" + after + "\""));
        }
    }

    /// All pods of a StatefulSet are admitted together: it goes to zero, or comes from there.
    private static void replicas(JsonNode old, JsonNode object, List<FieldError> errors) {
        int before = old.path("spec").path("replicas").asInt(1);
        int after = object.path("spec").path("replicas").asInt(1);
        if (before != after && before != 0 && after != 0) {
            errors.add(FieldError.immutable("spec.replicas", String.valueOf(after)));
        }
    }

    private static void requests(JsonNode old, JsonNode object, List<FieldError> errors) {
        for (String list : List.of("containers", "initContainers")) {
            JsonNode before = old.at("/spec/template/spec/" + list);
            JsonNode after = object.at("/spec/template/spec/" + list);
            for (int i = 0; i < Math.min(before.size(), after.size()); i++) {
                JsonNode wanted = after.get(i).path("resources").path("requests");
                if (!before.get(i).path("resources").path("requests").equals(wanted)) {
                    errors.add(
                            FieldError.immutable(
                                    "spec.template.spec." + list + "[" + i + "].resources.requests",
                                    wanted.isMissingNode() ? "null" : wanted.toString()));
                }
            }
        }
    }
}
