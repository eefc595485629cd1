package dev.sluice.apiserver.admission;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.kind.Kind;
import java.util.List;

/// In-process admission: it stands where webhooks stand and sees what they see (H2.81). Plugins run in the order in
/// which they were given, first all `mutate`, then schema and kind validation, then all `validate`. Both throw
/// [ApiError] to refuse. They run on the request's thread and may be called by many at once.
public interface AdmissionPlugin {
    /// Names the plugin in logs.
    String name();

    /// Cheap check on kind, subresource and operation; the other methods are called only when it is true.
    boolean concerns(AdmissionRequest request);

    /// Changes `request.object()` in place, or leaves it. Runs again when a concurrent write forces a retry.
    default void mutate(AdmissionRequest request, ObjectReader objects) {}

    /// Looks at the final object.
    ///
    /// @return texts for `Warning` headers
    default List<String> validate(AdmissionRequest request, ObjectReader objects) {
        return List.of();
    }

    /// Whether the plugin knows how versions of a custom kind differ; then no conversion webhook is asked about it.
    default boolean converts(Kind kind) {
        return false;
    }

    /// Turns an object of a custom kind into another version, where more than the version's name differs. Fields that the
    /// new version does not know are dropped afterwards, and its defaults are filled in.
    ///
    /// @param object still with its old `apiVersion`; changed in place
    default void convert(ObjectNode object, String toApiVersion) {}
}
