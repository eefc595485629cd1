package dev.sluice.apiserver.kind;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.error.Cause;
import java.util.List;
import java.util.Set;

/// What is special about one kind. Everything is a pure function over the object's JSON; objects given to the
/// `default…` and `prepare…` functions are theirs to change, `old` never is.
public interface KindRules {
    /// A kind without anything special.
    KindRules NONE = new KindRules() {};

    /// Fills in what the kind's own code defaults (schema defaults are already in). Runs on every decoded body.
    default void applyDefaults(ObjectNode object) {}

    /// Before a create is validated: drop what a client may not set.
    default void prepareForCreate(ObjectNode object) {}

    /// Before an update of the main resource is validated: restore what a client may not change.
    default void prepareForUpdate(ObjectNode object, ObjectNode old) {}

    /// Before an update of `status` is validated (`spec` and most of `metadata` are already the old ones).
    default void prepareForStatusUpdate(ObjectNode object, ObjectNode old) {}

    /// @return the complaints; an empty list accepts
    default List<Cause> validateCreate(ObjectNode object) {
        return List.of();
    }

    /// @return the complaints; an empty list accepts
    default List<Cause> validateUpdate(ObjectNode object, ObjectNode old) {
        return List.of();
    }

    /// @return the complaints; an empty list accepts
    default List<Cause> validateStatusUpdate(ObjectNode object, ObjectNode old) {
        return List.of();
    }

    /// Texts for `Warning` headers of a create or update.
    default List<String> warnings(ObjectNode object) {
        return List.of();
    }

    /// The verbs that discovery lists. A kind with `create` alone is answered and never stored, as the reviews are.
    default Set<String> verbs() {
        return Set.of(
                "create", "delete", "deletecollection", "get", "list", "patch", "update", "watch");
    }

    /// Whether `metadata.generation` is kept and rises with the spec (H2).
    default boolean hasGeneration() {
        return true;
    }

    /// Grace period in seconds of a delete without one; 0 deletes at once. Only pods have one (H2.33).
    default long gracePeriodSeconds(ObjectNode object) {
        return 0;
    }
}
