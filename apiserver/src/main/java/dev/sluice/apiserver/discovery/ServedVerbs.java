package dev.sluice.apiserver.discovery;

import dev.sluice.apiserver.kind.Kind;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/// The verbs that discovery lists for kinds and their subresources.
final class ServedVerbs {
    private static final List<String> CUSTOM_ORDER =
            List.of(
                    "delete",
                    "deletecollection",
                    "get",
                    "list",
                    "patch",
                    "create",
                    "update",
                    "watch");
    private static final List<String> CREATE = List.of("create");
    private static final List<String> READ_AND_WRITE = List.of("get", "patch", "update");

    private ServedVerbs() {}

    static List<String> of(Kind kind) {
        List<String> verbs = kind.rules().verbs();
        if (!kind.builtIn()) {
            return CUSTOM_ORDER.stream().filter(verbs::contains).toList();
        }
        return kind.group().isEmpty() && kind.plural().equals("namespaces")
                ? verbs.stream().filter(v -> !v.equals("deletecollection")).toList()
                : verbs;
    }

    static List<String> of(Kind.Subresource subresource) {
        return switch (subresource) {
            case STATUS, SCALE, APPROVAL, EPHEMERAL_CONTAINERS, RESIZE -> READ_AND_WRITE;
            case BINDING, EVICTION, TOKEN -> CREATE;
            case LOG, PENDING_WORKLOADS -> List.of("get");
            case FINALIZE -> List.of("update");
            case EXEC, ATTACH, PORTFORWARD -> List.of("create", "get");
            case PROXY -> List.of("create", "delete", "get", "patch", "update");
        };
    }

    /// The name in paths.
    /// Built-in kinds list their subresources by name, custom kinds the status first.
    static Comparator<Kind.Subresource> order(Kind kind) {
        return kind.builtIn() ? Comparator.comparing(ServedVerbs::name) : Comparator.naturalOrder();
    }

    static String name(Kind.Subresource subresource) {
        return subresource.name().toLowerCase(Locale.ROOT).replace("_", "");
    }

    /// Group, version and kind of what a subresource speaks, when it is not the object itself (H1.17).
    static List<String> speaks(Kind kind, Kind.Subresource subresource) {
        return switch (subresource) {
            case STATUS, LOG, FINALIZE, APPROVAL, EPHEMERAL_CONTAINERS, RESIZE ->
                    List.of("", "", kind.kind());
            case PENDING_WORKLOADS -> List.of("", "", "PendingWorkloadsSummary");
            case EXEC -> List.of("", "", kind.kind() + "ExecOptions");
            case ATTACH -> List.of("", "", kind.kind() + "AttachOptions");
            case PORTFORWARD -> List.of("", "", kind.kind() + "PortForwardOptions");
            case PROXY -> List.of("", "", kind.kind() + "ProxyOptions");
            case SCALE -> List.of("autoscaling", "v1", "Scale");
            case EVICTION -> List.of("policy", "v1", "Eviction");
            case TOKEN -> List.of("authentication.k8s.io", "v1", "TokenRequest");
            case BINDING -> List.of("", "", "Binding");
        };
    }
}
