package dev.sluice.apiserver.access;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.apiserver.security.ServiceAccountName;
import dev.sluice.apiserver.security.User;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A RoleBinding or ClusterRoleBinding: who holds which role.
///
/// @param namespace empty for a ClusterRoleBinding
record Binding(String namespace, String name, RoleRef role, List<Subject> subjects) {

    /// The role that is bound.
    ///
    /// @param cluster true for a ClusterRole
    record RoleRef(boolean cluster, String name) {}

    /// One who holds it.
    ///
    /// @param kind `User`, `Group` or `ServiceAccount`
    /// @param namespace of an account
    record Subject(String kind, String namespace, String name) {
        boolean is(User user) {
            return switch (kind) {
                case "User" -> user.name().equals(name);
                case "Group" -> user.groups().contains(name);
                case "ServiceAccount" ->
                        user.name().equals(new ServiceAccountName(namespace, name).user());
                default -> false;
            };
        }

        String text() {
            return kind
                    + " \""
                    + (kind.equals("ServiceAccount") ? name + "/" + namespace : name)
                    + "\"";
        }
    }

    /// @param namespace empty for a ClusterRoleBinding; accounts without a namespace are those of this one
    static Binding of(JsonNode object, String namespace) {
        JsonNode ref = object.path("roleRef");
        List<Subject> subjects = new ArrayList<>();
        for (JsonNode subject : object.path("subjects")) {
            String own = subject.path("namespace").asText();
            subjects.add(
                    new Subject(
                            subject.path("kind").asText(),
                            own.isEmpty() ? namespace : own,
                            subject.path("name").asText()));
        }
        return new Binding(
                namespace,
                object.path("metadata").path("name").asText(),
                new RoleRef(
                        ref.path("kind").asText().equals("ClusterRole"), ref.path("name").asText()),
                List.copyOf(subjects));
    }

    @Nullable Subject subject(User user) {
        for (Subject subject : subjects) {
            if (subject.is(user)) {
                return subject;
            }
        }
        return null;
    }

    /// `RoleBinding "b/ns" of Role "reader"`.
    String text() {
        return (namespace.isEmpty()
                        ? "ClusterRoleBinding \"" + name
                        : "RoleBinding \"" + name + "/" + namespace)
                + "\" of "
                + (role.cluster() ? "ClusterRole" : "Role")
                + " \""
                + role.name()
                + "\"";
    }
}
