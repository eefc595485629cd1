package dev.sluice.apiserver.kind;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/// How custom kinds come from CustomResourceDefinitions: pure functions that the server calls on every write of one.
/// The package `crd` supplies them.
///
/// The server does the rest. It watches `customresourcedefinitions.apiextensions.k8s.io` in its own store; for each
/// definition that was created, changed or found at start it asks [#settle], writes the status that comes back
/// when it differs, and puts [Settled#kinds] into the [KindRegistry]. A definition with a deletion timestamp has its
/// objects deleted by the server, then its finalizer `customresourcecleanup.apiextensions.k8s.io` removed (H4.52).
///
/// Defaults, pruning and validation of custom objects hang on the [Kind] (its schema and its [KindRules]) like those of
/// built-in ones; defaults and validation of definitions themselves are the [KindRules] of the built-in kind
/// `CustomResourceDefinition`.
public interface CustomKinds {
    /// A server without custom kinds.
    CustomKinds NONE = (_, _) -> new Settled(JsonNodeFactory.instance.objectNode(), List.of());

    /// What follows from a definition as it is stored.
    ///
    /// @param definition not to be changed
    /// @param others the other definitions and what they serve, for name conflicts (H4.50)
    Settled settle(ObjectNode definition, List<ObjectNode> others);

    /// @param status the whole `status` the definition ought to have: conditions, acceptedNames, storedVersions
    /// @param kinds the served versions; empty when the names are not accepted or the definition is terminating for good
    record Settled(ObjectNode status, List<Kind> kinds) {}
}
