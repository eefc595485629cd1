package dev.sluice.apiserver.admission;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.kind.Kind;
import dev.sluice.apiserver.security.User;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// One write on its way through admission (H2.80).
///
/// @param kind of the resource, in the version of the request
/// @param subresource `status`, `scale`, …; empty for the object itself
/// @param namespace empty for cluster-scoped objects
/// @param name empty while an object that is to be named by the server has none
/// @param object what will be written, null for a delete; [AdmissionPlugin#mutate] may change it
/// @param old what is stored, null for a create; never to be changed
/// @param options how it is done: a `CreateOptions`, `UpdateOptions` or `DeleteOptions`
/// @param notes what is said about the write besides yes or no
public record AdmissionRequest(
        Operation operation,
        Kind kind,
        String subresource,
        String namespace,
        String name,
        User user,
        boolean dryRun,
        @Nullable ObjectNode object,
        @Nullable ObjectNode old,
        Supplier<ObjectNode> options,
        AdmissionNotes notes) {

    private static final Map<String, TypedName> OTHER_KINDS =
            Map.of(
                    "scale", new TypedName("autoscaling", "v1", "Scale"),
                    "binding", new TypedName("", "v1", "Binding"),
                    "eviction", new TypedName("policy", "v1", "Eviction"),
                    "token", new TypedName("authentication.k8s.io", "v1", "TokenRequest"));

    /// A request without options.
    public AdmissionRequest(
            Operation operation,
            Kind kind,
            String subresource,
            String namespace,
            String name,
            User user,
            boolean dryRun,
            @Nullable ObjectNode object,
            @Nullable ObjectNode old) {
        this(
                operation,
                kind,
                subresource,
                namespace,
                name,
                user,
                dryRun,
                object,
                old,
                JsonNodeFactory.instance::objectNode,
                new AdmissionNotes());
    }

    /// What is being done.
    public enum Operation {
        CREATE,
        UPDATE,
        DELETE
    }

    /// The kind of the objects of this request: the resource's, or that of the subresource.
    public TypedName objectKind() {
        TypedName other = OTHER_KINDS.get(subresource);
        return other != null ? other : new TypedName(kind.group(), kind.version(), kind.kind());
    }

    /// The resource that is written, without its subresource.
    public TypedName resource() {
        return new TypedName(kind.group(), kind.version(), kind.plural());
    }

    /// Whether the request is about a namespace itself.
    public boolean isAboutNamespace() {
        return kind.group().isEmpty() && kind.plural().equals("namespaces");
    }

    /// The name for messages: of an object without one, what its name will begin with.
    public String nameOrBase() {
        if (!name.isEmpty() || object == null) {
            return name;
        }
        return object.path("metadata").path("generateName").asText("");
    }

    /// What will be written.
    ///
    /// @throws IllegalStateException when the request is a delete
    public ObjectNode given() {
        if (object == null) {
            throw new IllegalStateException(operation + " of " + name + " writes nothing");
        }
        return object;
    }

    /// The same request, of an object whose name is known now.
    public AdmissionRequest named(String newName) {
        return new AdmissionRequest(
                operation,
                kind,
                subresource,
                namespace,
                newName,
                user,
                dryRun,
                object,
                old,
                options,
                notes);
    }

    /// The same request with other objects; [#notes] are shared.
    public AdmissionRequest with(
            Kind newKind, @Nullable ObjectNode newObject, @Nullable ObjectNode newOld) {
        return new AdmissionRequest(
                operation,
                newKind,
                subresource,
                namespace,
                name,
                user,
                dryRun,
                newObject,
                newOld,
                options,
                notes);
    }
}
