package dev.sluice.apiserver.admission;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.kind.Kind;
import dev.sluice.apiserver.security.User;
import org.jspecify.annotations.Nullable;

/// One write on its way through admission (H2.80).
///
/// @param kind in the version of the request
/// @param subresource `status`, `scale`, …; empty for the object itself
/// @param namespace empty for cluster-scoped objects
/// @param object what will be written, null for a delete; [AdmissionPlugin#mutate] may change it
/// @param old what is stored, null for a create; never to be changed
public record AdmissionRequest(
        Operation operation,
        Kind kind,
        String subresource,
        String namespace,
        String name,
        User user,
        boolean dryRun,
        @Nullable ObjectNode object,
        @Nullable ObjectNode old) {

    /// What is being done.
    public enum Operation {
        CREATE,
        UPDATE,
        DELETE
    }
}
