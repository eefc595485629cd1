package dev.sluice.controllers.admission;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// What one kind's webhooks do (L7.1).
interface Webhook {
    /// The kind in lower case; names the webhooks `mKIND.kb.io` and `vKIND.kb.io`.
    String kind();

    /// Whether it wants to see the write at all.
    boolean concerns(Review review);

    /// Changes the object of a write in place.
    ///
    /// @return why the object cannot even be read, or null
    @Nullable String mutate(Review review, Lookup lookup);

    /// What is wrong with the object; empty when nothing is.
    List<FieldError> validate(Review review, Lookup lookup);

    /// What the writer of an object that is let in should know.
    default List<String> warnings(Review review, Lookup lookup) {
        return List.of();
    }
}
