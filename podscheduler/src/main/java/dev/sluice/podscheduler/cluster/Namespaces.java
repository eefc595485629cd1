package dev.sluice.podscheduler.cluster;

import java.util.HashMap;
import java.util.Map;

/// The labels of namespaces, as far as they are known. An unknown namespace has the one label that every namespace has.
public final class Namespaces {
    private static final String NAME_LABEL = "kubernetes.io/metadata.name";
    private final Map<String, Map<String, String>> labelsByName = new HashMap<>();

    public Map<String, String> labels(String namespace) {
        Map<String, String> labels = labelsByName.get(namespace);
        return labels == null ? Map.of(NAME_LABEL, namespace) : labels;
    }

    /// @return whether that changed anything
    boolean put(String namespace, Map<String, String> labels) {
        Map<String, String> before = labels(namespace);
        labelsByName.put(namespace, Map.copyOf(labels));
        return !before.equals(labels);
    }

    void remove(String namespace) {
        labelsByName.remove(namespace);
    }
}
