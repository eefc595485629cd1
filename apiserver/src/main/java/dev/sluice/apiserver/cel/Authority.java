package dev.sluice.apiserver.cel;

/// Says what a user may do; expressions ask it by `authorizer`.
public interface Authority {
    /// The answer to a question.
    ///
    /// @param reason why, empty when it is not said
    /// @param error why there is no answer, empty when there is one
    record Decision(boolean allowed, String reason, String error) {}

    /// May the user do this to a resource?
    Decision decide(ResourceCheck check, String verb);

    /// May the user do this to a path that is no resource?
    ///
    /// @param verb of HTTP, in small letters
    Decision decide(String path, String verb);

    /// The same for a ServiceAccount instead of the user.
    Authority of(String namespace, String serviceAccount);
}
