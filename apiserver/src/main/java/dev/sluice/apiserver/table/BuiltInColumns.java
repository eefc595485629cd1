package dev.sluice.apiserver.table;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.kind.Column;
import dev.sluice.apiserver.type.Times;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;

/// The columns of each built-in kind (H1.50 ff.). A kind without an entry shows name and age.
public final class BuiltInColumns {
    private static final String[] TEMPLATE = {"spec", "template", "spec"};

    private BuiltInColumns() {}

    /// @param typeName qualified name of the kind's type, such as `core.Pod`
    /// @return the columns, made when somebody first looks at them
    public static List<Column> of(String typeName) {
        return new LazyList<>(() -> make(typeName));
    }

    private static List<Column> make(String typeName) {
        return switch (typeName) {
            case "core.Pod" -> pod();
            case "batch.Job" -> job();
            case "batch.CronJob" -> cronJob();
            case "core.Node" -> node();
            case "core.Namespace" ->
                    Columns.named()
                            .path("Status", "Phase of the namespace.", "status", "phase")
                            .age()
                            .done();
            case "core.Event" -> EventColumns.of("involvedObject", "");
            case "events.Event" -> EventColumns.of("regarding", "deprecated");
            case "apps.Deployment" -> deployment();
            case "apps.ReplicaSet", "core.ReplicationController" -> replicas(typeName);
            case "apps.StatefulSet" ->
                    Columns.named()
                            .text(
                                    "Ready",
                                    "Ready pods of those wanted.",
                                    BuiltInColumns::readyOfWanted)
                            .age()
                            .pods(TEMPLATE)
                            .done();
            case "core.ConfigMap" ->
                    Columns.named()
                            .number("Data", "string", "Number of keys.", BuiltInColumns::keys)
                            .age()
                            .done();
            case "core.Secret" ->
                    Columns.named()
                            .path("Type", "What the secret is for.", "type")
                            .number("Data", "string", "Number of keys.", BuiltInColumns::keys)
                            .age()
                            .done();
            case "scheduling.PriorityClass" -> priorityClass();
            case "policy.PodDisruptionBudget" -> disruptionBudget();
            case "core.PodTemplate" -> podTemplate();
            case "coordination.Lease" ->
                    Columns.named()
                            .path("Holder", "Who holds the lease.", "spec", "holderIdentity")
                            .age()
                            .done();
            case "node.RuntimeClass" ->
                    Columns.named()
                            .path("Handler", "Runtime configuration.", "handler")
                            .age()
                            .done();
            case "apiextensions.CustomResourceDefinition" ->
                    Columns.named()
                            .date(
                                    "Created At",
                                    "When it was created.",
                                    "metadata",
                                    "creationTimestamp")
                            .done();
            case "admissionregistration.MutatingWebhookConfiguration",
                    "admissionregistration.ValidatingWebhookConfiguration" ->
                    Columns.named()
                            .number(
                                    "Webhooks",
                                    "integer",
                                    "Number of webhooks.",
                                    o -> (long) o.path("webhooks").size())
                            .age()
                            .done();
            case "core.Service" -> service();
            default -> SeldomColumns.of(typeName);
        };
    }

    private static List<Column> pod() {
        return Columns.named()
                .text(
                        "Ready",
                        "Ready containers of all.",
                        o -> {
                            PodStatusText text = PodStatusText.of(o);
                            return text.ready() + "/" + text.total();
                        })
                .text(
                        "Status",
                        "What the pod is doing, in a word.",
                        o -> PodStatusText.of(o).reason())
                .at(
                        "Restarts",
                        "How often its containers were started again, and when last.",
                        (o, now) -> PodStatusText.of(o).restartsText(now))
                .age()
                .wide()
                .text(
                        "IP",
                        "Address of the pod.",
                        o -> Cells.orNone(Cells.text(o, "status", "podIP")))
                .text(
                        "Node",
                        "Where it runs.",
                        o -> Cells.orNone(Cells.text(o, "spec", "nodeName")))
                .text(
                        "Nominated Node",
                        "Where room is being made for it.",
                        o -> Cells.orNone(Cells.text(o, "status", "nominatedNodeName")))
                .text("Readiness Gates", "Open readiness gates of all.", Cells::readinessGates)
                .done();
    }

    private static List<Column> job() {
        return Columns.named()
                .text("Status", "What the job is doing, in a word.", Cells::jobStatus)
                .text("Completions", "Successful pods of those wanted.", Cells::jobCompletions)
                .at("Duration", "How long it has run, or ran.", BuiltInColumns::duration)
                .age()
                .pods(TEMPLATE, "spec", "selector")
                .done();
    }

    private static String duration(ObjectNode job, Instant now) {
        Instant start = Times.parse(Cells.text(job, "status", "startTime"));
        Instant end = Times.parse(Cells.text(job, "status", "completionTime"));
        return start == null ? "" : Ages.of(Duration.between(start, end == null ? now : end));
    }

    private static List<Column> cronJob() {
        return Columns.named()
                .path("Schedule", "When it makes jobs.", "spec", "schedule")
                .text(
                        "Timezone",
                        "By whose clock.",
                        o -> Cells.orNone(Cells.text(o, "spec", "timeZone")))
                .text(
                        "Suspend",
                        "Whether it makes no jobs.",
                        o -> o.path("spec").path("suspend").asBoolean() ? "True" : "False")
                .number(
                        "Active",
                        "integer",
                        "Its jobs that run.",
                        o -> (long) o.path("status").path("active").size())
                .at(
                        "Last Schedule",
                        "Time since the last job.",
                        (o, now) -> {
                            String last = Cells.text(o, "status", "lastScheduleTime");
                            return last.isEmpty() ? Cells.NONE : Ages.since(last, now);
                        })
                .age()
                .pods(
                        new String[] {"spec", "jobTemplate", "spec", "template", "spec"},
                        "spec",
                        "jobTemplate",
                        "spec",
                        "selector")
                .done();
    }

    private static List<Column> node() {
        return Columns.named()
                .text("Status", "Whether pods can run there.", Cells::nodeStatus)
                .text("Roles", "What the node is for.", Cells::nodeRoles)
                .age()
                .path("Version", "Version of the kubelet.", "status", "nodeInfo", "kubeletVersion")
                .wide()
                .text("Internal-IP", "Address inside.", o -> Cells.nodeAddress(o, "InternalIP"))
                .text("External-IP", "Address outside.", o -> Cells.nodeAddress(o, "ExternalIP"))
                .text(
                        "OS-Image",
                        "Operating system.",
                        o -> Cells.orUnknown(Cells.text(o, "status", "nodeInfo", "osImage")))
                .text("Kernel-Version", "Kernel and architecture.", Cells::nodeKernel)
                .text(
                        "Container-Runtime",
                        "What runs the containers.",
                        o ->
                                Cells.orUnknown(
                                        Cells.text(
                                                o,
                                                "status",
                                                "nodeInfo",
                                                "containerRuntimeVersion")))
                .done();
    }

    private static List<Column> deployment() {
        return Columns.named()
                .text("Ready", "Ready pods of those wanted.", BuiltInColumns::readyOfWanted)
                .number(
                        "Up-to-date",
                        "string",
                        "Pods of the newest template.",
                        o -> count(o, "updatedReplicas"))
                .number(
                        "Available",
                        "string",
                        "Pods that serve.",
                        o -> count(o, "availableReplicas"))
                .age()
                .pods(TEMPLATE, "spec", "selector")
                .done();
    }

    private static List<Column> replicas(String typeName) {
        String[] selector =
                typeName.equals("apps.ReplicaSet")
                        ? new String[] {"spec", "selector"}
                        : new String[0];
        return Columns.named()
                .number(
                        "Desired",
                        "integer",
                        "Pods wanted.",
                        o -> o.path("spec").path("replicas").asLong())
                .number("Current", "integer", "Pods there.", o -> count(o, "replicas"))
                .number("Ready", "integer", "Pods ready.", o -> count(o, "readyReplicas"))
                .age()
                .pods(TEMPLATE, selector)
                .done();
    }

    private static List<Column> priorityClass() {
        return Columns.named()
                .number("Value", "integer", "The priority.", o -> o.path("value").asLong())
                .flag(
                        "Global-Default",
                        "Whether pods without a class have it.",
                        o -> o.path("globalDefault").asBoolean())
                .age()
                .path("PreemptionPolicy", "Whether its pods preempt others.", "preemptionPolicy")
                .done();
    }

    private static List<Column> disruptionBudget() {
        return Columns.named()
                .text("Min Available", "Pods that must stay.", o -> amount(o, "minAvailable"))
                .text("Max Unavailable", "Pods that may miss.", o -> amount(o, "maxUnavailable"))
                .number(
                        "Allowed Disruptions",
                        "integer",
                        "Pods that may go now.",
                        o -> count(o, "disruptionsAllowed"))
                .age()
                .done();
    }

    private static List<Column> podTemplate() {
        String[] podSpec = {"template", "spec"};
        return Columns.named()
                .text(
                        "Containers",
                        "Names of the containers.",
                        o -> Cells.containers(Columns.at(o, podSpec), "name"))
                .text(
                        "Images",
                        "Images of the containers.",
                        o -> Cells.containers(Columns.at(o, podSpec), "image"))
                .text(
                        "Pod Labels",
                        "Labels of its pods.",
                        o -> Cells.labels(Columns.at(o, "template", "metadata", "labels")))
                .done();
    }

    private static List<Column> service() {
        return Columns.named()
                .path("Type", "How it is reached.", "spec", "type")
                .text(
                        "Cluster-IP",
                        "Address inside.",
                        o -> Cells.orNone(Cells.text(o, "spec", "clusterIP")))
                .text("External-IP", "Address outside.", _ -> Cells.NONE)
                .text("Port(s)", "Ports it answers on.", BuiltInColumns::ports)
                .age()
                .wide()
                .text(
                        "Selector",
                        "Which pods answer.",
                        o -> Cells.labels(o.path("spec").path("selector")))
                .done();
    }

    private static String ports(ObjectNode service) {
        StringBuilder text = new StringBuilder();
        for (JsonNode port : service.path("spec").path("ports")) {
            text.append(text.isEmpty() ? "" : ",")
                    .append(port.path("port").asInt())
                    .append('/')
                    .append(Cells.text(port, "protocol").toUpperCase(Locale.ROOT));
        }
        return Cells.orNone(text.toString());
    }

    private static String amount(ObjectNode budget, String field) {
        String text = Cells.text(budget, "spec", field);
        return text.isEmpty() ? "N/A" : text;
    }

    private static String readyOfWanted(ObjectNode object) {
        return count(object, "readyReplicas") + "/" + object.path("spec").path("replicas").asLong();
    }

    private static long count(ObjectNode object, String field) {
        return object.path("status").path(field).asLong();
    }

    private static long keys(ObjectNode object) {
        return (long) object.path("data").size() + object.path("binaryData").size();
    }
}
