package dev.sluice.controllers.admission;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.api.config.Configuration;
import dev.sluice.api.config.Frameworks;
import dev.sluice.api.feature.FeatureGate;
import dev.sluice.api.name.Annotations;
import dev.sluice.api.name.Finalizers;
import dev.sluice.api.name.Labels;
import dev.sluice.api.name.SchedulingGates;
import dev.sluice.controllers.pod.RoleHash;
import java.util.Map;

/// A new pod that is to be queued is marked as ours and gated (L3.12).
final class PodGating {
    private static final String DEFAULT = "default";

    private final Configuration settings;
    private final Ancestors ancestors;

    PodGating(Configuration settings) {
        this.settings = settings;
        this.ancestors = new Ancestors(settings);
    }

    /// Changes the pod in place, if it is to be queued.
    void apply(ObjectNode pod, String namespace, Lookup lookup) {
        String parent = Review.annotation(pod, Annotations.POD_SUSPENDING_PARENT);
        boolean ours = parent.isEmpty() ? marked(pod, namespace, lookup) : queues(parent, pod);
        if (!ours) {
            return;
        }
        gate(pod, SchedulingGates.ADMISSION);
        if (settings.gates().isOn(FeatureGate.TOPOLOGY_AWARE_SCHEDULING)) {
            String index = Review.annotation(pod, Annotations.POD_GROUP_POD_INDEX_LABEL);
            if (!index.isEmpty() && Review.hasLabel(pod, index)) {
                label(pod, Labels.POD_GROUP_POD_INDEX, Review.label(pod, index));
            }
            gate(pod, SchedulingGates.TOPOLOGY);
        }
        if (Review.annotation(pod, Annotations.ROLE_HASH).isEmpty()) {
            metadata(pod)
                    .withObjectProperty("annotations")
                    .put(Annotations.ROLE_HASH, RoleHash.of(pod.path("spec")));
        }
    }

    /// Whether a parent lets its pods go again: one that does not would leave them gated for ever.
    private boolean queues(String parent, ObjectNode pod) {
        return Review.label(pod, Labels.MANAGED).equals("true")
                || Frameworks.queued(parent)
                        && settings.integrations().frameworks().contains(parent);
    }

    boolean ownerIsQueued(JsonNode pod, String namespace, Lookup lookup) {
        return ancestors.queue(pod, namespace, lookup);
    }

    /// Whether the pod was marked: it asks for a queue, and no owner does so for it. Cheap for one that does not ask.
    private boolean marked(ObjectNode pod, String namespace, Lookup lookup) {
        if (!settings.integrations().frameworks().contains(Frameworks.POD)) {
            return false;
        }
        boolean named = Review.hasLabel(pod, Labels.QUEUE_NAME);
        boolean defaulted = !named && lookup.localQueueExists(namespace, DEFAULT);
        boolean queued = defaulted || !Review.label(pod, Labels.QUEUE_NAME).isEmpty();
        if (!queued && !settings.manageJobsWithoutQueueName()) {
            return false;
        }
        Map<String, String> labels = lookup.namespaceLabels(namespace);
        if (labels == null
                || !settings.managedJobsNamespaceSelector().matches(labels)
                || ancestors.queue(pod, namespace, lookup)) {
            return false;
        }
        if (defaulted) {
            label(pod, Labels.QUEUE_NAME, DEFAULT);
        }
        if (settings.gates().isOn(FeatureGate.WORKLOAD_PRIORITY_CLASS_DEFAULTING)
                && !Review.hasLabel(pod, Labels.PRIORITY_CLASS)
                && lookup.workloadPriorityClassExists(DEFAULT)) {
            label(pod, Labels.PRIORITY_CLASS, DEFAULT);
        }
        label(pod, Labels.MANAGED, "true");
        ArrayNode finalizers = metadata(pod).withArrayProperty("finalizers");
        boolean there = false;
        for (JsonNode finalizer : finalizers) {
            there |= finalizer.asText().equals(Finalizers.MANAGED);
        }
        if (!there) {
            finalizers.add(Finalizers.MANAGED);
        }
        return true;
    }

    /// Nothing happens to a pod that has the gate.
    static void gate(ObjectNode pod, String name) {
        ArrayNode gates = pod.withObjectProperty("spec").withArrayProperty("schedulingGates");
        for (JsonNode gate : gates) {
            if (gate.path("name").asText().equals(name)) {
                return;
            }
        }
        gates.addObject().put("name", name);
    }

    private static void label(ObjectNode pod, String key, String value) {
        metadata(pod).withObjectProperty("labels").put(key, value);
    }

    private static ObjectNode metadata(ObjectNode pod) {
        return pod.withObjectProperty("metadata");
    }
}
