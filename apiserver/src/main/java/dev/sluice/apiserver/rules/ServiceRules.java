package dev.sluice.apiserver.rules;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.type.TypeTable;
import java.util.List;

/// Rules of Services. Nothing routes to them here, so a cluster IP is only a name: it is made of the UID, not taken from
/// a pool.
public final class ServiceRules extends TypedRules {
    private static final Path SPEC = Path.of("spec");
    private static final List<String> TYPES =
            List.of("ClusterIP", "ExternalName", "LoadBalancer", "NodePort");
    private static final List<String> PROTOCOLS = List.of("SCTP", "TCP", "UDP");

    public ServiceRules(TypeTable table, Traits traits) {
        super(table, "core.Service", traits);
    }

    @Override
    protected void fillIn(ObjectNode service) {
        for (JsonNode port : service.path("spec").path("ports")) {
            if (port instanceof ObjectNode object
                    && !object.has("targetPort")
                    && object.has("port")) {
                object.set("targetPort", object.get("port"));
            }
        }
    }

    @Override
    public void prepareForCreate(ObjectNode service) {
        service.putObject("status").putObject("loadBalancer");
        ObjectNode spec = Json.child(service, "spec");
        if (Json.text(spec, "type").equals("ExternalName")) {
            return;
        }
        int hash = Json.text(service.path("metadata"), "uid").hashCode();
        Json.putIfAbsent(
                spec,
                "clusterIP",
                "10.96." + ((hash >>> 8) & 0xff) + "." + (1 + (hash & 0xff) % 254));
        if (!spec.has("clusterIPs")) {
            spec.putArray("clusterIPs").add(Json.text(spec, "clusterIP"));
        }
        if (!spec.has("ipFamilies")) {
            spec.putArray("ipFamilies").add("IPv4");
        }
        Json.putIfAbsent(spec, "ipFamilyPolicy", "SingleStack");
    }

    @Override
    void check(ObjectNode service, Complaints out) {
        JsonNode spec = service.path("spec");
        String type = Json.text(spec, "type");
        if (!TYPES.contains(type)) {
            out.unsupported(SPEC.child("type"), type, TYPES);
        }
        JsonNode ports = spec.path("ports");
        boolean headless = Json.text(spec, "clusterIP").equals("None");
        if (ports.isEmpty() && !headless && !type.equals("ExternalName")) {
            out.required(SPEC.child("ports"), "");
        }
        int i = 0;
        for (JsonNode port : ports) {
            Path path = SPEC.child("ports").index(i++);
            String name = Json.text(port, "name");
            if (name.isEmpty() && ports.size() > 1) {
                out.required(path.child("name"), "");
            } else if (!name.isEmpty()) {
                out.invalid(path.child("name"), name, Names.label(name));
            }
            long number = Json.number(port, "port", 0);
            if (number < 1 || number > 65535) {
                out.invalid(path.child("port"), number, Numbers.range(1, 65535));
            }
            String protocol = Json.text(port, "protocol");
            if (!PROTOCOLS.contains(protocol)) {
                out.unsupported(path.child("protocol"), protocol, PROTOCOLS);
            }
        }
        LabelCheck.labels(spec.path("selector"), SPEC.child("selector"), out);
    }

    @Override
    public void prepareForUpdate(ObjectNode service, ObjectNode old) {
        ObjectNode spec = Json.child(service, "spec");
        for (String field : List.of("clusterIP", "clusterIPs", "ipFamilies", "ipFamilyPolicy")) {
            if (!spec.has(field)) {
                Json.copy(Json.object(old, "spec"), spec, field);
            }
        }
    }
}
