package dev.sluice.controllers.admission;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What admission has to know beyond the object itself.
public interface Lookup {
    boolean localQueueExists(String namespace, String name);

    boolean workloadPriorityClassExists(String name);

    /// Annotations of an object, or null when it does not exist.
    @Nullable Map<String, String> annotations(
            String apiVersion, String kind, String namespace, String name);

    /// The object of this name, or null when it does not exist or is of no kind that is known here.
    @Nullable JsonNode object(String apiVersion, String kind, String namespace, String name);

    /// Labels of a namespace, or null when it does not exist.
    @Nullable Map<String, String> namespaceLabels(String namespace);
}
