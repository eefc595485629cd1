package dev.sluice.podscheduler.cluster;

import dev.sluice.model.LabelSelector;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// One term of pod affinity or anti-affinity: which pods it is about, and what counts as near (S4.91).
///
/// @param namespaces of the pods it is about; the term's own namespace stands here when the API names none
/// @param namespaceSelector further namespaces by their labels; null for none
/// @param selector of the pods by their labels
/// @param topologyKey nodes that share a value of this label are near to each other
public record AffinityTerm(
        Set<String> namespaces,
        @Nullable LabelSelector namespaceSelector,
        LabelSelector selector,
        String topologyKey) {

    /// A term with the strength of a wish.
    ///
    /// @param weight 1 to 100
    public record Weighted(int weight, AffinityTerm term) {}

    public AffinityTerm {
        namespaces = Set.copyOf(namespaces);
    }

    /// Whether the pod is one that the term is about.
    public boolean matches(Pod pod, Namespaces labelsOfNamespaces) {
        return matchesNamespace(pod.namespace(), labelsOfNamespaces)
                && selector.matches(pod.labels());
    }

    private boolean matchesNamespace(String namespace, Namespaces labelsOfNamespaces) {
        return namespaces.contains(namespace)
                || (namespaceSelector != null
                        && namespaceSelector.matches(labelsOfNamespaces.labels(namespace)));
    }
}
