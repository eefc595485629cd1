package dev.sluice.apiserver.rules;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.admission.AdmissionPlugin;
import dev.sluice.apiserver.admission.AdmissionRequest;
import dev.sluice.apiserver.admission.AdmissionRequest.Operation;
import dev.sluice.apiserver.admission.BuiltInAdmission;
import dev.sluice.apiserver.admission.ObjectReader;
import dev.sluice.apiserver.error.ApiError;
import dev.sluice.apiserver.error.Cause;
import dev.sluice.apiserver.kind.BuiltInKinds;
import dev.sluice.apiserver.kind.Kind;
import dev.sluice.apiserver.security.User;
import dev.sluice.apiserver.transcripts.Recording;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Takes built-in objects through their rules and admission in the server's order, without a server.
final class BuiltInWorld implements ObjectReader {
    static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final String NAMESPACE = "ns-run1";

    private final List<Kind> kinds = BuiltInKinds.all(() -> NOW);
    private final Map<String, String> objects =
            Map.of(
                    "serviceaccounts/ns-run1/default",
                    "{}",
                    "priorityclasses.scheduling.k8s.io//system-node-critical",
                    """
                    {"metadata":{"name":"system-node-critical"},"value":2000001000,
                     "preemptionPolicy":"PreemptLowerPriority"}
                    """);

    /// What became of a write.
    ///
    /// @param object as it would be stored
    record Outcome(int code, ObjectNode object, List<Cause> causes) {
        /// `reason field` of each cause, sorted.
        List<String> fields() {
            return causes.stream()
                    .map(cause -> (cause.reason() + " " + cause.field()).strip())
                    .sorted()
                    .toList();
        }
    }

    Kind kind(String plural) {
        return kinds.stream().filter(k -> k.plural().equals(plural)).findFirst().orElseThrow();
    }

    /// @param uid what the server would have chosen
    Outcome create(Kind kind, ObjectNode object, String uid) {
        kind.rules().conform(object);
        object.withObject("/metadata").put("uid", uid).put("namespace", NAMESPACE);
        kind.rules().applyDefaults(object);
        try {
            admit(kind, Operation.CREATE, object, null);
        } catch (ApiError error) {
            return new Outcome(error.code(), object, List.of());
        }
        kind.rules().applyDefaults(object);
        kind.rules().prepareForCreate(object);
        return outcome(201, object, kind.rules().validateCreate(object));
    }

    Outcome update(Kind kind, ObjectNode object, ObjectNode old) {
        kind.rules().conform(object);
        kind.rules().applyDefaults(object);
        admit(kind, Operation.UPDATE, object, old);
        object.set("status", old.get("status"));
        kind.rules().prepareForUpdate(object, old);
        kind.rules().applyDefaults(object);
        return outcome(200, object, kind.rules().validateUpdate(object, old));
    }

    Outcome updateStatus(Kind kind, ObjectNode object, ObjectNode old) {
        kind.rules().conform(object);
        kind.rules().applyDefaults(object);
        object.set("spec", old.get("spec"));
        kind.rules().prepareForStatusUpdate(object, old);
        return outcome(200, object, kind.rules().validateStatusUpdate(object, old));
    }

    private static Outcome outcome(int code, ObjectNode object, List<Cause> causes) {
        return new Outcome(causes.isEmpty() ? code : 422, object, causes);
    }

    private void admit(
            Kind kind, Operation operation, ObjectNode object, @Nullable ObjectNode old) {
        AdmissionRequest request =
                new AdmissionRequest(
                        operation,
                        kind,
                        "",
                        NAMESPACE,
                        object.path("metadata").path("name").asText(),
                        User.ADMIN,
                        false,
                        object,
                        old);
        for (AdmissionPlugin plugin : BuiltInAdmission.plugins()) {
            if (plugin.concerns(request)) {
                plugin.mutate(request, this);
            }
        }
    }

    @Override
    public @Nullable ObjectNode get(String resource, String namespace, String name) {
        String found = objects.get(resource + "/" + namespace + "/" + name);
        return found == null ? null : (ObjectNode) Recording.parse(found);
    }

    @Override
    public List<ObjectNode> list(String resource, String namespace) {
        return List.of();
    }
}
