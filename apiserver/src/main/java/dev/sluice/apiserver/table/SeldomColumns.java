package dev.sluice.apiserver.table;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.kind.Column;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;

/// Columns of the kinds that are looked at seldom: daemons, volumes, addresses, access, policies.
final class SeldomColumns {
    private static final int SHOWN_MAX = 3;
    private static final String[] TEMPLATE = {"spec", "template", "spec"};

    private SeldomColumns() {}

    /// The columns of a kind; name and age when nothing else is worth a column.
    static List<Column> of(String typeName) {
        return switch (typeName) {
            case "apps.DaemonSet" -> daemonSet();
            case "apps.ControllerRevision" ->
                    Columns.named()
                            .text("Controller", "Whose templates it keeps.", SeldomColumns::owner)
                            .number(
                                    "Revision",
                                    "integer",
                                    "Which of them.",
                                    o -> o.path("revision").asLong())
                            .age()
                            .done();
            case "core.Endpoints" ->
                    Columns.named()
                            .text("Endpoints", "Addresses behind it.", SeldomColumns::addresses)
                            .age()
                            .done();
            case "discovery.EndpointSlice" -> endpointSlice();
            case "core.PersistentVolumeClaim" -> VolumeColumns.claim();
            case "core.PersistentVolume" -> VolumeColumns.volume();
            case "core.ResourceQuota" ->
                    Columns.named()
                            .text("Request", "Requests used of those allowed.", o -> used(o, false))
                            .text("Limit", "Limits used of those allowed.", o -> used(o, true))
                            .age()
                            .done();
            case "core.LimitRange", "rbac.Role", "rbac.ClusterRole" ->
                    Columns.named()
                            .date(
                                    "Created At",
                                    "When it was created.",
                                    "metadata",
                                    "creationTimestamp")
                            .done();
            case "rbac.RoleBinding", "rbac.ClusterRoleBinding" -> binding();
            case "autoscaling.HorizontalPodAutoscaler" -> autoscaler();
            case "networking.Ingress" -> ingress();
            case "networking.IngressClass" ->
                    Columns.named()
                            .path("Controller", "Who serves it.", "spec", "controller")
                            .text(
                                    "Parameters",
                                    "Its parameters.",
                                    o -> Cells.orNone(Cells.text(o, "spec", "parameters", "name")))
                            .age()
                            .done();
            case "networking.NetworkPolicy" ->
                    Columns.named()
                            .text(
                                    "Pod-Selector",
                                    "Which pods it is about.",
                                    o -> Cells.selector(o.path("spec").path("podSelector")))
                            .age()
                            .done();
            case "storage.StorageClass" -> VolumeColumns.storageClass();
            case "certificates.CertificateSigningRequest" -> signingRequest();
            case "apiregistration.APIService" ->
                    Columns.named()
                            .text("Service", "Who answers.", SeldomColumns::answeredBy)
                            .text("Available", "Whether it answers.", SeldomColumns::available)
                            .age()
                            .done();
            case "admissionregistration.ValidatingAdmissionPolicy" ->
                    Columns.named()
                            .number(
                                    "Validations",
                                    "integer",
                                    "Number of validations.",
                                    o -> (long) o.path("spec").path("validations").size())
                            .text("ParamKind", "Kind of its parameters.", SeldomColumns::paramKind)
                            .age()
                            .done();
            case "admissionregistration.ValidatingAdmissionPolicyBinding" ->
                    Columns.named()
                            .path("PolicyName", "The policy.", "spec", "policyName")
                            .text("ParamRef", "Its parameters.", SeldomColumns::paramRef)
                            .age()
                            .done();
            case "flowcontrol.FlowSchema" ->
                    Columns.named()
                            .path(
                                    "PriorityLevel",
                                    "Level of its requests.",
                                    "spec",
                                    "priorityLevelConfiguration",
                                    "name")
                            .number(
                                    "MatchingPrecedence",
                                    "integer",
                                    "Lower ones are asked first.",
                                    o -> o.path("spec").path("matchingPrecedence").asLong())
                            .age()
                            .done();
            case "flowcontrol.PriorityLevelConfiguration" ->
                    Columns.named().path("Type", "Limited or exempt.", "spec", "type").age().done();
            default -> Columns.named().age().done();
        };
    }

    private static List<Column> daemonSet() {
        return Columns.named()
                .number(
                        "Desired",
                        "integer",
                        "Nodes wanted.",
                        o -> count(o, "desiredNumberScheduled"))
                .number(
                        "Current",
                        "integer",
                        "Nodes served.",
                        o -> count(o, "currentNumberScheduled"))
                .number("Ready", "integer", "Pods ready.", o -> count(o, "numberReady"))
                .number(
                        "Up-to-date",
                        "integer",
                        "Pods of the newest template.",
                        o -> count(o, "updatedNumberScheduled"))
                .number(
                        "Available",
                        "integer",
                        "Pods that serve.",
                        o -> count(o, "numberAvailable"))
                .text(
                        "Node Selector",
                        "Labels of its nodes.",
                        o ->
                                Cells.labels(
                                        Columns.at(o, "spec", "template", "spec", "nodeSelector")))
                .age()
                .pods(TEMPLATE, "spec", "selector")
                .done();
    }

    private static List<Column> endpointSlice() {
        return Columns.named()
                .path("AddressType", "IPv4, IPv6 or FQDN.", "addressType")
                .text(
                        "Ports",
                        "Ports of all.",
                        o -> {
                            Shown shown = new Shown("<unset>");
                            o.path("ports").forEach(port -> shown.add(port.path("port").asText()));
                            return shown.text();
                        })
                .text(
                        "Endpoints",
                        "Addresses.",
                        o -> {
                            Shown shown = new Shown("<unset>");
                            for (JsonNode endpoint : o.path("endpoints")) {
                                endpoint.path("addresses")
                                        .forEach(address -> shown.add(address.asText()));
                            }
                            return shown.text();
                        })
                .age()
                .done();
    }

    private static List<Column> binding() {
        return Columns.named()
                .text(
                        "Role",
                        "The role that is given.",
                        o ->
                                Cells.text(o, "roleRef", "kind")
                                        + "/"
                                        + Cells.text(o, "roleRef", "name"))
                .age()
                .wide()
                .text("Users", "To these users.", o -> subjects(o, "User"))
                .text("Groups", "To these groups.", o -> subjects(o, "Group"))
                .text("ServiceAccounts", "To these accounts.", o -> subjects(o, "ServiceAccount"))
                .done();
    }

    private static List<Column> autoscaler() {
        return Columns.named()
                .text(
                        "Reference",
                        "What it scales.",
                        o ->
                                Cells.text(o, "spec", "scaleTargetRef", "kind")
                                        + "/"
                                        + Cells.text(o, "spec", "scaleTargetRef", "name"))
                .text("Targets", "Metrics and their targets.", SeldomColumns::targets)
                .number(
                        "MinPods",
                        "string",
                        "Fewest pods.",
                        o -> o.path("spec").path("minReplicas").asLong())
                .number(
                        "MaxPods",
                        "string",
                        "Most pods.",
                        o -> o.path("spec").path("maxReplicas").asLong())
                .number("Replicas", "string", "Pods now.", o -> count(o, "currentReplicas"))
                .age()
                .done();
    }

    private static String targets(ObjectNode autoscaler) {
        Shown shown = new Shown(Cells.NONE);
        for (JsonNode metric : autoscaler.path("spec").path("metrics")) {
            JsonNode resource = metric.path("resource");
            JsonNode target = resource.path("target");
            if (resource.isObject() && target.has("averageUtilization")) {
                shown.add(
                        "%s: <unknown>/%d%%"
                                .formatted(
                                        resource.path("name").asText(),
                                        target.path("averageUtilization").asInt()));
            } else {
                shown.add("<unknown>");
            }
        }
        return shown.text();
    }

    private static List<Column> ingress() {
        return Columns.named()
                .text(
                        "Class",
                        "Who serves it.",
                        o -> Cells.orNone(Cells.text(o, "spec", "ingressClassName")))
                .text(
                        "Hosts",
                        "Names it answers to.",
                        o -> {
                            Shown shown = new Shown("*");
                            for (JsonNode rule : o.path("spec").path("rules")) {
                                String host = Cells.text(rule, "host");
                                if (!host.isEmpty()) {
                                    shown.add(host);
                                }
                            }
                            return shown.text();
                        })
                .text(
                        "Address",
                        "Where it answers.",
                        o -> {
                            StringJoiner all = new StringJoiner(",");
                            o.path("status")
                                    .path("loadBalancer")
                                    .path("ingress")
                                    .forEach(
                                            at ->
                                                    all.add(
                                                            Cells.text(at, "ip")
                                                                    + Cells.text(at, "hostname")));
                            return all.toString();
                        })
                .text(
                        "Ports",
                        "Ports it answers on.",
                        o -> o.path("spec").path("tls").isEmpty() ? "80" : "80, 443")
                .age()
                .done();
    }

    private static List<Column> signingRequest() {
        return Columns.named()
                .age()
                .path("SignerName", "Who is to sign.", "spec", "signerName")
                .path("Requestor", "Who asks.", "spec", "username")
                .text(
                        "RequestedDuration",
                        "For how long.",
                        o -> {
                            String seconds = Cells.text(o, "spec", "expirationSeconds");
                            return seconds.isEmpty() ? Cells.NONE : seconds + "s";
                        })
                .text(
                        "Condition",
                        "What was decided.",
                        o -> {
                            StringJoiner all = new StringJoiner(",");
                            o.path("status")
                                    .path("conditions")
                                    .forEach(condition -> all.add(Cells.text(condition, "type")));
                            if (!Cells.text(o, "status", "certificate").isEmpty()) {
                                all.add("Issued");
                            }
                            return all.length() == 0 ? "Pending" : all.toString();
                        })
                .done();
    }

    private static String answeredBy(ObjectNode service) {
        JsonNode by = service.path("spec").path("service");
        return by.isObject() ? Cells.text(by, "namespace") + "/" + Cells.text(by, "name") : "Local";
    }

    private static String available(ObjectNode service) {
        for (JsonNode condition : service.path("status").path("conditions")) {
            if (Cells.text(condition, "type").equals("Available")) {
                String status = Cells.text(condition, "status");
                return status.equals("True")
                        ? status
                        : status + " (" + Cells.text(condition, "reason") + ")";
            }
        }
        return "Unknown";
    }

    private static String paramKind(ObjectNode policy) {
        JsonNode kind = policy.path("spec").path("paramKind");
        return kind.isObject()
                ? Cells.text(kind, "apiVersion") + "/" + Cells.text(kind, "kind")
                : unset("");
    }

    private static String paramRef(ObjectNode binding) {
        JsonNode reference = binding.path("spec").path("paramRef");
        if (!reference.isObject()) {
            return unset("");
        }
        String name = Cells.text(reference, "name");
        String namespace = Cells.text(reference, "namespace");
        return namespace.isEmpty()
                ? name.isEmpty() ? "*" : name
                : namespace + "/" + (name.isEmpty() ? "*" : name);
    }

    private static String subjects(ObjectNode binding, String kind) {
        List<String> names = new ArrayList<>();
        for (JsonNode subject : binding.path("subjects")) {
            if (Cells.text(subject, "kind").equals(kind)) {
                String name = Cells.text(subject, "name");
                names.add(
                        kind.equals("ServiceAccount")
                                ? Cells.text(subject, "namespace") + "/" + name
                                : name);
            }
        }
        return String.join(", ", names);
    }

    private static String used(ObjectNode quota, boolean limits) {
        StringJoiner all = new StringJoiner(", ");
        JsonNode hard = quota.path("status").path("hard");
        if (hard.isEmpty()) {
            hard = quota.path("spec").path("hard");
        }
        for (var entry : hard.properties()) {
            if (entry.getKey().startsWith("limits.") == limits) {
                String used = Cells.text(quota, "status", "used", entry.getKey());
                all.add(
                        entry.getKey()
                                + ": "
                                + (used.isEmpty() ? "0" : used)
                                + "/"
                                + entry.getValue().asText());
            }
        }
        return all.toString();
    }

    private static String addresses(ObjectNode endpoints) {
        Shown shown = new Shown(Cells.NONE);
        for (JsonNode subset : endpoints.path("subsets")) {
            for (JsonNode address : subset.path("addresses")) {
                JsonNode ports = subset.path("ports");
                if (ports.isEmpty()) {
                    shown.add(Cells.text(address, "ip"));
                }
                for (JsonNode port : ports) {
                    shown.add(Cells.text(address, "ip") + ":" + port.path("port").asText());
                }
            }
        }
        return shown.text();
    }

    private static String owner(ObjectNode object) {
        for (JsonNode reference : object.path("metadata").path("ownerReferences")) {
            if (reference.path("controller").asBoolean()) {
                String version = Cells.text(reference, "apiVersion");
                int slash = version.indexOf('/');
                String group = slash < 0 ? "" : "." + version.substring(0, slash);
                return Cells.text(reference, "kind").toLowerCase(Locale.ROOT)
                        + group
                        + "/"
                        + Cells.text(reference, "name");
            }
        }
        return Cells.NONE;
    }

    private static String unset(String text) {
        return text.isEmpty() ? "<unset>" : text;
    }

    private static long count(ObjectNode object, String field) {
        return object.path("status").path(field).asLong();
    }

    /// A list of which only the beginning is shown.
    private static final class Shown {
        private final String none;
        private final List<String> all = new ArrayList<>();

        Shown(String none) {
            this.none = none;
        }

        void add(String text) {
            all.add(text);
        }

        String text() {
            if (all.isEmpty()) {
                return none;
            }
            int more = all.size() - SHOWN_MAX;
            return String.join(",", all.subList(0, Math.min(SHOWN_MAX, all.size())))
                    + (more > 0 ? " + " + more + " more..." : "");
        }
    }
}
