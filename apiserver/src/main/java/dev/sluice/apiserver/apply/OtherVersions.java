package dev.sluice.apiserver.apply;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.schema.Schema;
import org.jspecify.annotations.Nullable;

/// The other versions of a kind: owners keep their paths in the version they wrote (H3.31).
public interface OtherVersions {
    /// A kind with one version: what others wrote is forgotten.
    OtherVersions NONE =
            new OtherVersions() {
                @Override
                public @Nullable Schema schema(String apiVersion) {
                    return null;
                }

                @Override
                public ObjectNode convert(ObjectNode object, String apiVersion) {
                    return object;
                }
            };

    /// @return the schema of a version, or null when it is not served any more
    @Nullable Schema schema(String apiVersion);

    /// @param object in the version of the request; not to be changed
    /// @return the same object in another version that has a schema
    ObjectNode convert(ObjectNode object, String apiVersion);
}
