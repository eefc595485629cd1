package dev.sluice.apiserver.resource;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.kind.Kind;
import dev.sluice.apiserver.security.User;

/// Answers objects that ask something and are never stored (H7.7).
@FunctionalInterface
public interface Reviews {
    /// Fills in the answer.
    ///
    /// @param namespace empty at the cluster scope
    /// @param review as it was asked, with `metadata`; its status is replaced
    /// @param user who asks
    void answer(Kind kind, String namespace, ObjectNode review, User user);
}
