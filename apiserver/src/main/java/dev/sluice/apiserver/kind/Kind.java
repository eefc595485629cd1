package dev.sluice.apiserver.kind;

import dev.sluice.apiserver.schema.Schema;
import java.util.List;
import java.util.Set;

/// One version of one kind, as data: everything by which the generic handler serves it. Built-in kinds come
/// from a table, custom kinds from their CustomResourceDefinition; nothing else differs.
///
/// @param group empty for the core group
/// @param plural the resource's name in paths
/// @param schema the object's whole shape, with apiVersion, kind and metadata
/// @param subresources what is served below an object; [Subresource#STATUS] also means that a write to the main
///     resource leaves `status` alone and the other way round
/// @param rules what is special about this kind: defaults, validation, update rules
/// @param columns of Tables, Name first (H1.50)
/// @param selectableFields JSON paths allowed in `fieldSelector` besides name and namespace, such as `status.phase`
/// @param storageVersion true for the version in which objects of this kind are stored
public record Kind(
        String group,
        String version,
        String kind,
        String plural,
        String singular,
        List<String> shortNames,
        List<String> categories,
        boolean namespaced,
        boolean builtIn,
        Schema schema,
        Set<Subresource> subresources,
        KindRules rules,
        List<Column> columns,
        Set<String> selectableFields,
        boolean storageVersion) {

    /// What is served below an object's own path.
    public enum Subresource {
        STATUS,
        SCALE,
        BINDING,
        EVICTION,
        LOG,
        TOKEN,
        FINALIZE,
        APPROVAL,
        EPHEMERAL_CONTAINERS,
        RESIZE,
        EXEC,
        ATTACH,
        PORTFORWARD,
        PROXY,
        PENDING_WORKLOADS
    }

    /// `v1` or `batch/v1`, as in `apiVersion`.
    public String apiVersion() {
        return group.isEmpty() ? version : group + "/" + version;
    }

    /// The kind of a list of these.
    public String listKind() {
        return kind + "List";
    }

    /// `jobs.batch`, or `pods` in the core group.
    public String resource() {
        return group.isEmpty() ? plural : plural + "." + group;
    }
}
