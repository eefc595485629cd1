package dev.sluice.localcluster.namespace;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.apiserver.kind.Kind;
import dev.sluice.apiserver.kind.KindRegistry;
import dev.sluice.localcluster.inprocess.InProcessConnection;
import dev.sluice.localcluster.inprocess.InProcessConnection.Answer;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Empties one namespace: asks the server to delete everything of every kind in it, and sees what is left.
final class Purge {
    private static final String JSON = "application/json";
    private static final String OPTIONS =
            "{\"kind\":\"DeleteOptions\",\"apiVersion\":\"v1\",\"propagationPolicy\":\"Background\"}";

    private final InProcessConnection connection;
    private final KindRegistry kinds;

    /// What is left in the namespace.
    ///
    /// @param countByResource objects that are still there
    /// @param countByFinalizer objects that each finalizer holds
    record Rest(Map<String, Integer> countByResource, Map<String, Integer> countByFinalizer) {
        boolean isEmpty() {
            return countByResource.isEmpty();
        }
    }

    Purge(InProcessConnection connection, KindRegistry kinds) {
        this.connection = connection;
        this.kinds = kinds;
    }

    Rest run(String namespace) {
        Rest rest = new Rest(new TreeMap<>(), new TreeMap<>());
        for (Kind kind : kinds.view().kinds()) {
            boolean hasContent =
                    kind.namespaced()
                            && kind.storageVersion()
                            && kind.rules().verbs().contains("deletecollection");
            if (hasContent && count(kind, namespace, null) > 0) {
                connection.send("DELETE", path(kind, namespace), Map.of(), JSON, OPTIONS);
                count(kind, namespace, rest);
            }
        }
        return rest;
    }

    /// @param rest where to note what is there; null only counts
    private int count(Kind kind, String namespace, @Nullable Rest rest) {
        Answer answer = connection.send("GET", path(kind, namespace), Map.of(), JSON, "");
        JsonNode items = answer.body().path("items");
        if (rest != null && !items.isEmpty()) {
            rest.countByResource().put(kind.resource(), items.size());
            for (JsonNode item : items) {
                for (JsonNode finalizer : item.path("metadata").path("finalizers")) {
                    rest.countByFinalizer().merge(finalizer.asText(), 1, Integer::sum);
                }
            }
        }
        return items.size();
    }

    private static String path(Kind kind, String namespace) {
        String root = kind.group().isEmpty() ? "/api/" : "/apis/" + kind.group() + "/";
        return root + kind.version() + "/namespaces/" + namespace + "/" + kind.plural();
    }
}
