package dev.sluice.apiserver.admission;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Reads objects of any kind at the newest revision, straight from memory.
public interface ObjectReader {
    /// @param resource `pods`, `jobs.batch`
    /// @param namespace empty for cluster-scoped kinds
    /// @return the object in its storage version, or null; shared, never to be changed
    @Nullable ObjectNode get(String resource, String namespace, String name);

    /// @param namespace empty for all namespaces
    /// @return the objects by namespace and name; copies, which the caller may change
    List<ObjectNode> list(String resource, String namespace);
}
