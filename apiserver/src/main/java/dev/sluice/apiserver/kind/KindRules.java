package dev.sluice.apiserver.kind;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.error.Cause;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What is special about one kind. Everything is a pure function over the object's JSON; objects given to the
/// `default…` and `prepare…` functions are theirs to change, `old` never is.
public interface KindRules {
    /// A kind without anything special.
    KindRules NONE = new KindRules() {};

    /// In the order in which discovery prints them.
    List<String> EVERY_VERB =
            List.of(
                    "create",
                    "delete",
                    "deletecollection",
                    "get",
                    "list",
                    "patch",
                    "update",
                    "watch");

    /// The first thing done with a decoded body, before defaults: drops fields that the kind does not have and brings
    /// values into the form in which they are kept (null and zero values, quantities, times; H8.62, H8.63).
    ///
    /// @return the paths of the dropped fields, such as `spec.foo`, for `fieldValidation` (H1.24)
    /// @throws BodyMismatch when a value has the wrong type
    default List<String> conform(ObjectNode object) {
        return List.of();
    }

    /// Fills in what the kind's own code defaults (schema defaults are already in). Runs on every decoded body.
    default void applyDefaults(ObjectNode object) {}

    /// The revision since which [#applyDefaults] may put in more than before: objects that were written earlier get their
    /// defaults when they are read (H4.14). 0 when no object needs that.
    default long defaultsSince() {
        return 0;
    }

    /// Before a create is validated: drop what a client may not set.
    default void prepareForCreate(ObjectNode object) {}

    /// Before an update of the main resource is validated: restore what a client may not change.
    default void prepareForUpdate(ObjectNode object, ObjectNode old) {}

    /// Before an update of `status` is validated (`spec` and most of `metadata` are already the old ones).
    default void prepareForStatusUpdate(ObjectNode object, ObjectNode old) {}

    /// Before an object is marked as being deleted: add what must still be done as a finalizer.
    default void prepareForDelete(ObjectNode object) {}

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

    /// Only the ephemeral containers of a pod differ from `old`.
    ///
    /// @return the complaints; an empty list accepts
    default List<Cause> validateEphemeralContainers(ObjectNode object, ObjectNode old) {
        return validateUpdate(object, old);
    }

    /// Texts for `Warning` headers of a create or update.
    default List<String> warnings(ObjectNode object) {
        return List.of();
    }

    /// What a row of a Table says about the whole object, such as a pod that has ended (H1.54).
    default List<RowCondition> rowConditions(ObjectNode object) {
        return List.of();
    }

    /// One entry of a row's `conditions`, whose status is `True`.
    record RowCondition(String type, String reason, String message) {}

    /// Whether `metadata.generation` is kept and rises with the spec (H2).
    default boolean hasGeneration() {
        return true;
    }

    /// Whether an update may raise the generation (PriorityClass keeps its 1 for ever, as recorded).
    default boolean raisesGeneration() {
        return true;
    }

    /// Grace period in seconds of a delete without one; 0 deletes at once. Only pods have one (H2.33).
    default long gracePeriodSeconds(ObjectNode object) {
        return 0;
    }

    /// What discovery lists and the handler allows (H1.13); kinds that only answer, such as reviews, have `create` alone.
    default List<String> verbs() {
        return EVERY_VERB;
    }

    /// Whether a PUT to a name that does not exist creates it (Lease, Event; H1.21).
    default boolean createsOnUpdate() {
        return false;
    }

    /// Whether a PUT without `resourceVersion` overwrites whatever is there (H2.21).
    default boolean updatesUnconditionally() {
        return true;
    }

    /// Whether a delete without a propagation policy leaves the dependents alone (Job, H2.40).
    default boolean orphansByDefault() {
        return false;
    }

    /// Whether a delete answers with the object even when it is gone (Pod, ServiceAccount, …; H2.31).
    default boolean returnsDeleted() {
        return false;
    }

    /// Said in a `Warning` header of every request for this version of the kind; empty unless it is deprecated (H4.32).
    default String deprecation() {
        return "";
    }

    /// Where the scale subresource finds its numbers (H4.30).
    default ScalePaths scalePaths() {
        return ScalePaths.BUILT_IN;
    }

    /// Dotted paths into an object, such as `spec.replicas`.
    ///
    /// @param selector empty when there is none; the value there is a label selector, as text or as an object
    record ScalePaths(String specReplicas, String statusReplicas, String selector) {
        /// Those of ReplicaSet, Deployment and StatefulSet.
        public static final ScalePaths BUILT_IN =
                new ScalePaths("spec.replicas", "status.replicas", "spec.selector");
    }

    /// Who answers reads of this kind instead of the store; null for kinds whose objects are stored.
    default @Nullable Answering answering() {
        return null;
    }

    /// What a name must look like (H2.2).
    default NameRule nameRule() {
        return NameRule.SUBDOMAIN;
    }

    /// Shapes of `metadata.name`.
    enum NameRule {
        /// DNS-1123 subdomain, at most 253 characters.
        SUBDOMAIN,
        /// DNS-1123 label, at most 63 characters.
        LABEL,
        /// DNS-1035 label, at most 63 characters (Service).
        DNS_1035,
        /// Anything that is one path segment (RBAC kinds).
        PATH_SEGMENT
    }
}
