package dev.sluice.apiserver.rules;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Checks containers of a pod spec (H8.43).
final class ContainerCheck {
    private static final List<String> PULL_POLICIES = List.of("Always", "IfNotPresent", "Never");
    private static final List<String> MESSAGE_POLICIES = List.of("FallbackToLogsOnError", "File");
    private static final List<String> PROTOCOLS = List.of("SCTP", "TCP", "UDP");
    private static final List<String> PROPAGATIONS =
            List.of("Bidirectional", "HostToContainer", "None");

    private final Set<String> volumes;
    private final Set<String> names = new HashSet<>();
    private final Complaints out;

    ContainerCheck(Set<String> volumes, Complaints out) {
        this.volumes = volumes;
        this.out = out;
    }

    void containers(JsonNode containers, Path path) {
        if (containers.isEmpty()) {
            out.required(path, "");
        }
        int i = 0;
        for (JsonNode container : containers) {
            Path here = path.index(i++);
            container(container, here);
            hooks(container, here);
        }
    }

    void initContainers(JsonNode containers, Path path) {
        int i = 0;
        for (JsonNode container : containers) {
            Path here = path.index(i++);
            container(container, here);
            if (Json.text(container, "restartPolicy").equals("Always")) {
                hooks(container, here);
                continue;
            }
            for (String hook :
                    List.of("lifecycle", "livenessProbe", "readinessProbe", "startupProbe")) {
                if (container.has(hook)) {
                    out.forbidden(
                            here.child(hook),
                            "may not be set for init containers without restartPolicy=Always");
                }
            }
        }
    }

    void ephemeralContainers(JsonNode containers, JsonNode targets, Path path) {
        int i = 0;
        for (JsonNode container : containers) {
            Path here = path.index(i++);
            container(container, here);
            for (String field :
                    List.of(
                            "ports",
                            "livenessProbe",
                            "readinessProbe",
                            "startupProbe",
                            "lifecycle")) {
                if (container.has(field)) {
                    out.forbidden(here.child(field), "cannot be set for an Ephemeral Container");
                }
            }
            String target = Json.text(container, "targetContainerName");
            if (!target.isEmpty() && !named(targets, target)) {
                out.notFound(here.child("targetContainerName"), target);
            }
        }
    }

    private static boolean named(JsonNode containers, String name) {
        for (JsonNode container : containers) {
            if (Json.text(container, "name").equals(name)) {
                return true;
            }
        }
        return false;
    }

    private void container(JsonNode container, Path path) {
        name(Json.text(container, "name"), path.child("name"));
        image(container, path.child("image"));
        oneOf(container, "imagePullPolicy", PULL_POLICIES, path);
        oneOf(container, "terminationMessagePolicy", MESSAGE_POLICIES, path);
        EnvironmentCheck.check(container, path, out);
        ports(container.path("ports"), path.child("ports"));
        mounts(container.path("volumeMounts"), path.child("volumeMounts"));
        ResourceCheck.requirements(container.path("resources"), path.child("resources"), out);
        SecurityCheck.container(
                container.path("securityContext"), path.child("securityContext"), out);
    }

    private void name(String name, Path path) {
        if (name.isEmpty()) {
            out.required(path, "");
            return;
        }
        List<String> wrong = Names.label(name);
        out.invalid(path, name, wrong);
        if (wrong.isEmpty() && !names.add(name)) {
            out.duplicate(path, name);
        }
    }

    private void image(JsonNode container, Path path) {
        String image = Json.text(container, "image");
        if (image.isEmpty()) {
            out.required(path, "");
        } else if (!image.strip().equals(image)) {
            out.invalid(path, image, "must not have leading or trailing whitespace");
        }
    }

    private void oneOf(JsonNode parent, String name, List<String> allowed, Path path) {
        String value = Json.text(parent, name);
        if (value.isEmpty()) {
            out.required(path.child(name), "");
        } else if (!allowed.contains(value)) {
            out.unsupported(path.child(name), value, allowed);
        }
    }

    private void ports(JsonNode ports, Path path) {
        Set<String> portNames = new HashSet<>();
        int i = 0;
        for (JsonNode port : ports) {
            Path here = path.index(i++);
            String name = Json.text(port, "name");
            if (!name.isEmpty()) {
                List<String> wrong = Names.portName(name);
                out.invalid(here.child("name"), name, wrong);
                if (wrong.isEmpty() && !portNames.add(name)) {
                    out.duplicate(here.child("name"), name);
                }
            }
            if (Json.number(port, "containerPort", 0) == 0) {
                out.required(here.child("containerPort"), "");
            } else {
                Numbers.between(port, "containerPort", 1, 65535, here, out);
            }
            Numbers.between(port, "hostPort", 1, 65535, here, out);
            oneOf(port, "protocol", PROTOCOLS, here);
        }
    }

    private void mounts(JsonNode mounts, Path path) {
        Set<String> places = new HashSet<>();
        int i = 0;
        for (JsonNode mount : mounts) {
            Path here = path.index(i++);
            String name = Json.text(mount, "name");
            if (name.isEmpty()) {
                out.required(here.child("name"), "");
            } else if (!volumes.contains(name)) {
                out.notFound(here.child("name"), name);
            }
            String place = Json.text(mount, "mountPath");
            if (place.isEmpty()) {
                out.required(here.child("mountPath"), "");
            } else if (!places.add(place)) {
                out.invalid(here.child("mountPath"), place, "must be unique");
            }
            if (List.of(Json.text(mount, "subPath").split("/")).contains("..")) {
                out.invalid(
                        here.child("subPath"),
                        Json.text(mount, "subPath"),
                        "must not contain '..'");
            }
            String propagation = Json.text(mount, "mountPropagation");
            if (!propagation.isEmpty() && !PROPAGATIONS.contains(propagation)) {
                out.unsupported(here.child("mountPropagation"), propagation, PROPAGATIONS);
            }
        }
    }

    private void hooks(JsonNode container, Path path) {
        if (container.has("lifecycle")) {
            HandlerCheck.lifecycle(container.get("lifecycle"), path.child("lifecycle"), out);
        }
        for (String probe : List.of("livenessProbe", "readinessProbe", "startupProbe")) {
            if (container.has(probe)) {
                HandlerCheck.probe(
                        container.get(probe),
                        !probe.equals("readinessProbe"),
                        path.child(probe),
                        out);
            }
        }
    }
}
