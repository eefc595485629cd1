package dev.sluice.apiserver.apply;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.schema.Schema;

/// Lays a partial object over a whole one as server-side apply does, without owners: fields and list elements unite, what is
/// owned as a whole is replaced.
public final class Overlay {
    private Overlay() {}

    /// @param partial with `apiVersion` and `kind`
    /// @return a new tree
    /// @throws dev.sluice.apiserver.error.ApiError 500 when `partial` does not fit the schema
    public static ObjectNode of(ObjectNode whole, ObjectNode partial, Schema schema) {
        return Merge.of(whole, Configuration.of(partial, schema).object(), schema);
    }
}
