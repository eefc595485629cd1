package dev.sluice.apiserver.access;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.admission.AdmissionPlugin;
import dev.sluice.apiserver.admission.AdmissionRequest;
import dev.sluice.apiserver.admission.ObjectReader;
import dev.sluice.apiserver.error.ApiError;
import dev.sluice.apiserver.security.User;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// Nobody grants what he has not got (H7.6): a role may only be written by someone who holds all its rules or may
/// `escalate`, a binding only by someone who holds the role's rules or may `bind` it.
final class Escalation implements AdmissionPlugin {
    private final AccessControl access;
    private final Rbac rbac;

    Escalation(AccessControl access, Rbac rbac) {
        this.access = access;
        this.rbac = rbac;
    }

    @Override
    public String name() {
        return "RoleEscalation";
    }

    @Override
    public boolean concerns(AdmissionRequest request) {
        return request.kind().builtIn()
                && request.kind().group().equals(Rbac.GROUP)
                && request.object() != null
                && !request.user().isMaster();
    }

    @Override
    public List<String> validate(AdmissionRequest request, ObjectReader objects) {
        ObjectNode object = request.object();
        if (object != null) {
            switch (request.kind().plural()) {
                case "roles", "clusterroles" -> role(request, object);
                default -> binding(request, object);
            }
        }
        return List.of();
    }

    private void role(AdmissionRequest request, ObjectNode role) {
        ObjectNode old = request.old();
        boolean same =
                old != null
                        && old.path("rules").equals(role.path("rules"))
                        && old.path("aggregationRule").equals(role.path("aggregationRule"));
        if (same || may(request, "escalate", request.kind().plural(), request.name())) {
            return;
        }
        if (!role.path("aggregationRule").isMissingNode()
                && !missing(request, PolicyRule.EVERYTHING).isEmpty()) {
            throw forbidden(
                    request, "must have cluster-admin privileges to use the aggregationRule");
        }
        requireHeld(request, PolicyRule.all(role.path("rules")));
    }

    private void binding(AdmissionRequest request, ObjectNode object) {
        Binding binding = Binding.of(object, request.namespace());
        ObjectNode old = request.old();
        boolean same =
                old != null
                        && old.path("roleRef").equals(object.path("roleRef"))
                        && old.path("subjects").equals(object.path("subjects"));
        String roles = binding.role().cluster() ? "clusterroles" : "roles";
        if (same || may(request, "bind", roles, binding.role().name())) {
            return;
        }
        List<PolicyRule> rules = rbac.rulesOf(binding.role(), request.namespace());
        if (rules == null) {
            throw ApiError.notFound(Rbac.GROUP, roles, binding.role().name());
        }
        requireHeld(request, rules);
    }

    private boolean may(AdmissionRequest request, String verb, String resource, String name) {
        return access.decide(
                        new Attributes(
                                request.user(),
                                verb,
                                new Attributes.Resource(
                                        request.namespace(), Rbac.GROUP, resource, "", name)))
                .allowed();
    }

    private void requireHeld(AdmissionRequest request, List<PolicyRule> wanted) {
        List<PolicyRule> missing = missing(request, wanted);
        if (missing.isEmpty()) {
            return;
        }
        User user = request.user();
        String groups =
                user.groups().stream().map(g -> '"' + g + '"').collect(Collectors.joining(" "));
        throw forbidden(
                request,
                "user \""
                        + user.name()
                        + "\" (groups=["
                        + groups
                        + "]) is attempting to grant RBAC permissions not currently held:\n"
                        + missing.stream().map(PolicyRule::text).collect(Collectors.joining("\n")));
    }

    private List<PolicyRule> missing(AdmissionRequest request, List<PolicyRule> wanted) {
        List<PolicyRule> held = rbac.rulesOf(request.user(), request.namespace());
        List<PolicyRule> missing = new ArrayList<>();
        for (PolicyRule rule : wanted) {
            for (PolicyRule atom : rule.atoms()) {
                if (held.stream().noneMatch(h -> h.covers(atom))) {
                    missing.add(atom);
                }
            }
        }
        return missing;
    }

    private static ApiError forbidden(AdmissionRequest request, String why) {
        return ApiError.forbidden(
                request.kind().group(), request.kind().plural(), request.name(), why);
    }
}
