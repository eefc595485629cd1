package dev.sluice.apiserver.crd;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Works out the `status` of a CustomResourceDefinition (H4.50): which names it gets, whether it is served.
final class DefinitionStatus {
    private final JsonNode definition;
    private final ObjectNode status;
    private final String now;

    private DefinitionStatus(JsonNode definition, ObjectNode status, Instant now) {
        this.definition = definition;
        this.status = status;
        this.now = now.truncatedTo(ChronoUnit.SECONDS).toString();
    }

    /// @param others all other definitions; those of another group do not matter
    static ObjectNode of(ObjectNode definition, List<ObjectNode> others, Instant now) {
        ObjectNode status =
                definition.path("status") instanceof ObjectNode there
                        ? there.deepCopy()
                        : definition.objectNode();
        DefinitionStatus work = new DefinitionStatus(definition, status, now);
        work.names(others);
        work.approval();
        work.termination();
        return status;
    }

    /// Notes that a definition is about to be deleted.
    static void markTerminating(ObjectNode definition, Instant now) {
        ObjectNode status = definition.withObjectProperty("status");
        new DefinitionStatus(definition, status, now).terminating();
    }

    /// Whether a status says that the definition is served.
    static boolean isEstablished(JsonNode status) {
        return hasCondition(status, "Established");
    }

    private static boolean hasCondition(JsonNode status, String type) {
        for (JsonNode condition : status.path("conditions")) {
            if (condition.path("type").asText().equals(type)) {
                return condition.path("status").asText().equals("True");
            }
        }
        return false;
    }

    private void names(List<ObjectNode> others) {
        Set<String> resources = new HashSet<>();
        Set<String> kinds = new HashSet<>();
        for (ObjectNode other : others) {
            boolean sameGroup =
                    other.path("spec").path("group").equals(definition.path("spec").path("group"));
            if (sameGroup) {
                JsonNode taken = other.path("status").path("acceptedNames");
                resources.add(taken.path("plural").asText());
                resources.add(taken.path("singular").asText());
                taken.path("shortNames").forEach(name -> resources.add(name.asText()));
                kinds.add(taken.path("kind").asText());
                kinds.add(taken.path("listKind").asText());
            }
        }
        resources.remove("");
        kinds.remove("");
        JsonNode wanted = definition.path("spec").path("names");
        Conflict conflict = firstConflict(wanted, resources, kinds);
        if (conflict == null) {
            status.set("acceptedNames", wanted.deepCopy());
            condition("NamesAccepted", true, "NoConflicts", "no conflicts found");
            if (!isEstablished(status)) {
                condition(
                        "Established",
                        true,
                        "InitialNamesAccepted",
                        "the initial names have been accepted");
            }
        } else {
            condition("NamesAccepted", false, conflict.reason(), conflict.message());
            if (!isEstablished(status)) {
                condition("Established", false, "NotAccepted", "not all names are accepted");
            }
        }
    }

    private record Conflict(String reason, String message) {
        static @Nullable Conflict of(String reason, JsonNode name, Set<String> taken) {
            return taken.contains(name.asText())
                    ? new Conflict(reason, "\"" + name.asText() + "\" is already in use")
                    : null;
        }
    }

    private static @Nullable Conflict firstConflict(
            JsonNode wanted, Set<String> resources, Set<String> kinds) {
        Conflict found = Conflict.of("PluralConflict", wanted.path("plural"), resources);
        if (found == null) {
            found = Conflict.of("SingularConflict", wanted.path("singular"), resources);
        }
        for (JsonNode name : wanted.path("shortNames")) {
            if (found == null) {
                found = Conflict.of("ShortNamesConflict", name, resources);
            }
        }
        if (found == null) {
            found = Conflict.of("KindConflict", wanted.path("kind"), kinds);
        }
        if (found == null) {
            found = Conflict.of("ListKindConflict", wanted.path("listKind"), kinds);
        }
        return found;
    }

    private void approval() {
        String group = definition.path("spec").path("group").asText();
        if (!Groups.isProtected(group)) {
            return;
        }
        String approved = Groups.approval(definition);
        if (approved.startsWith("unapproved")) {
            condition(
                    "KubernetesAPIApprovalPolicyConformant",
                    false,
                    "UnapprovedAnnotation",
                    "not approved: \"" + approved + "\"");
        } else {
            condition(
                    "KubernetesAPIApprovalPolicyConformant",
                    true,
                    "ApprovedAnnotation",
                    "approved in " + approved);
        }
    }

    private void termination() {
        if (definition.path("metadata").has("deletionTimestamp")
                && !hasCondition(status, "Terminating")) {
            terminating();
        }
    }

    private void terminating() {
        condition(
                "Terminating",
                true,
                "InstanceDeletionPending",
                "CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon");
    }

    private void condition(String type, boolean holds, String reason, String message) {
        ArrayNode conditions =
                status.path("conditions") instanceof ArrayNode there
                        ? there
                        : status.putArray("conditions");
        String value = holds ? "True" : "False";
        ObjectNode condition = null;
        for (JsonNode one : conditions) {
            if (one.path("type").asText().equals(type)) {
                condition = (ObjectNode) one;
            }
        }
        if (condition == null) {
            condition = conditions.addObject();
        }
        boolean same = condition.path("status").asText().equals(value);
        if (!same) {
            condition.put("lastTransitionTime", now);
        }
        condition.put("message", message);
        condition.put("reason", reason);
        condition.put("status", value);
        condition.put("type", type);
    }
}
