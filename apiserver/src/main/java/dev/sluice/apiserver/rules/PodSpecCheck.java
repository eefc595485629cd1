package dev.sluice.apiserver.rules;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Checks a pod spec wherever it stands: in a pod, in a template (H8.43).
final class PodSpecCheck {
    private static final List<String> RESTART_POLICIES = List.of("Always", "OnFailure", "Never");
    private static final List<String> DNS_POLICIES =
            List.of("ClusterFirstWithHostNet", "ClusterFirst", "Default", "None");
    private static final List<String> SYSTEMS = List.of("linux", "windows");
    private static final List<String> PREEMPTION_POLICIES =
            List.of("Never", "PreemptLowerPriority");

    private PodSpecCheck() {}

    /// A pod template: its labels, and its spec.
    static void template(JsonNode template, Path path, Complaints out) {
        LabelCheck.labels(template.path("metadata").path("labels"), path.child("labels"), out);
        check(template.path("spec"), path.child("spec"), out);
    }

    static void check(JsonNode spec, Path path, Complaints out) {
        Set<String> volumes = VolumeCheck.check(spec.path("volumes"), path.child("volumes"), out);
        ContainerCheck containers = new ContainerCheck(volumes, out);
        containers.containers(spec.path("containers"), path.child("containers"));
        containers.initContainers(spec.path("initContainers"), path.child("initContainers"));
        containers.ephemeralContainers(
                spec.path("ephemeralContainers"),
                spec.path("containers"),
                path.child("ephemeralContainers"));
        policies(spec, path, out);
        references(spec, path, out);
        PlacementCheck placement = new PlacementCheck(out);
        placement.tolerations(spec.path("tolerations"), path.child("tolerations"));
        placement.affinity(spec.path("affinity"), path.child("affinity"));
        placement.spread(
                spec.path("topologySpreadConstraints"), path.child("topologySpreadConstraints"));
        LabelCheck.labels(spec.path("nodeSelector"), path.child("nodeSelector"), out);
        gates(spec.path("schedulingGates"), path.child("schedulingGates"), out);
        SecurityCheck.pod(spec.path("securityContext"), path.child("securityContext"), out);
        ResourceCheck.requirements(spec.path("resources"), path.child("resources"), out);
        ResourceCheck.amounts(spec.path("overhead"), path.child("overhead"), out);
        int i = 0;
        for (JsonNode gate : spec.path("readinessGates")) {
            String type = Json.text(gate, "conditionType");
            out.invalid(
                    path.child("readinessGates").index(i++).child("conditionType"),
                    type,
                    Names.qualified(type));
        }
    }

    private static void policies(JsonNode spec, Path path, Complaints out) {
        String restart = Json.text(spec, "restartPolicy");
        if (restart.isEmpty()) {
            out.required(path.child("restartPolicy"), "");
        } else if (!RESTART_POLICIES.contains(restart)) {
            out.unsupported(path.child("restartPolicy"), restart, RESTART_POLICIES);
        }
        String dns = Json.text(spec, "dnsPolicy");
        if (dns.isEmpty()) {
            out.required(path.child("dnsPolicy"), "");
        } else if (!DNS_POLICIES.contains(dns)) {
            out.unsupported(path.child("dnsPolicy"), dns, DNS_POLICIES);
        }
        if (dns.equals("None") && spec.path("dnsConfig").path("nameservers").isEmpty()) {
            out.required(
                    spec.has("dnsConfig")
                            ? path.child("dnsConfig", "nameservers")
                            : path.child("dnsConfig"),
                    spec.has("dnsConfig")
                            ? "must provide at least one DNS nameserver when `dnsPolicy` is None"
                            : "must provide `dnsConfig` when `dnsPolicy` is None");
        }
        Numbers.between(spec, "activeDeadlineSeconds", 1, Integer.MAX_VALUE, path, out);
        String system = Json.text(spec.path("os"), "name");
        if (spec.has("os") && !SYSTEMS.contains(system)) {
            if (system.isEmpty()) {
                out.required(path.child("os", "name"), "cannot be empty");
            } else {
                out.unsupported(path.child("os"), system, SYSTEMS);
            }
        }
        String preemption = Json.text(spec, "preemptionPolicy");
        if (!preemption.isEmpty() && !PREEMPTION_POLICIES.contains(preemption)) {
            out.unsupported(path.child("preemptionPolicy"), preemption, PREEMPTION_POLICIES);
        }
    }

    private static void references(JsonNode spec, Path path, Complaints out) {
        for (String name :
                List.of(
                        "nodeName",
                        "serviceAccountName",
                        "priorityClassName",
                        "runtimeClassName")) {
            String value = Json.text(spec, name);
            if (!value.isEmpty()) {
                out.invalid(path.child(name), value, Names.subdomain(value));
            }
        }
        for (String name : List.of("hostname", "subdomain")) {
            String value = Json.text(spec, name);
            if (!value.isEmpty()) {
                out.invalid(path.child(name), value, Names.label(value));
            }
        }
    }

    private static void gates(JsonNode gates, Path path, Complaints out) {
        Set<String> names = new HashSet<>();
        int i = 0;
        for (JsonNode gate : gates) {
            Path here = path.index(i++);
            String name = Json.text(gate, "name");
            out.invalid(here, name, Names.qualified(name));
            if (!names.add(name)) {
                out.duplicate(here, name);
            }
        }
    }
}
