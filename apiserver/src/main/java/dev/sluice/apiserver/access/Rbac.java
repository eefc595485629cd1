package dev.sluice.apiserver.access;

import dev.sluice.apiserver.security.User;
import dev.sluice.apiserver.store.ObjectKey;
import dev.sluice.apiserver.store.Snapshot;
import dev.sluice.apiserver.store.Store;
import dev.sluice.apiserver.store.StoredObject;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Decides by the roles and bindings that are stored, as of now (H7.6).
final class Rbac {
    static final String GROUP = "rbac.authorization.k8s.io";

    private final Store store;

    /// What was read out of stored objects, for as long as they live. The maps are their own locks: a look-up is short.
    private final Map<StoredObject, Binding> bindings = new WeakHashMap<>();

    private final Map<StoredObject, List<PolicyRule>> roles = new WeakHashMap<>();

    Rbac(Store store) {
        this.store = store;
    }

    /// Looks at one role that a user holds.
    private interface Visitor {
        /// @return false to stop
        boolean holds(Binding binding, Binding.Subject subject, List<PolicyRule> rules);
    }

    Verdict decide(Attributes asked) {
        String namespace =
                asked.target() instanceof Attributes.Resource resource ? resource.namespace() : "";
        List<String> granted = new ArrayList<>(1);
        List<String> troubles = new ArrayList<>();
        visit(
                asked.user(),
                namespace,
                troubles,
                (binding, subject, rules) -> {
                    for (PolicyRule rule : rules) {
                        if (rule.allows(asked.verb(), asked.target())) {
                            granted.add(
                                    "RBAC: allowed by " + binding.text() + " to " + subject.text());
                            return false;
                        }
                    }
                    return true;
                });
        return granted.isEmpty()
                ? new Verdict(
                        false, troubles.isEmpty() ? "" : "RBAC: " + String.join(", ", troubles))
                : new Verdict(true, granted.getFirst());
    }

    /// All that a user may do in a namespace.
    ///
    /// @param namespace empty for the cluster scope alone
    List<PolicyRule> rulesOf(User user, String namespace) {
        List<PolicyRule> all = new ArrayList<>();
        visit(
                user,
                namespace,
                new ArrayList<>(),
                (_, _, rules) -> {
                    all.addAll(rules);
                    return true;
                });
        return all;
    }

    /// The rules of a role, or null when there is none.
    @Nullable List<PolicyRule> rulesOf(Binding.RoleRef role, String namespace) {
        return rulesOf(store.snapshot(), role, namespace);
    }

    private void visit(User user, String namespace, List<String> troubles, Visitor visitor) {
        Snapshot now = store.snapshot();
        if (visit(now, "clusterrolebindings." + GROUP, "", user, troubles, visitor)
                && !namespace.isEmpty()) {
            visit(now, "rolebindings." + GROUP, namespace, user, troubles, visitor);
        }
    }

    private boolean visit(
            Snapshot now,
            String resource,
            String namespace,
            User user,
            List<String> troubles,
            Visitor visitor) {
        Iterator<StoredObject> all = now.of(resource).from("", namespace + "/");
        while (all.hasNext()) {
            StoredObject stored = all.next();
            Binding binding =
                    known(bindings, stored, s -> Binding.of(s.tree(), s.key().namespace()));
            Binding.Subject subject = binding.subject(user);
            if (subject == null) {
                continue;
            }
            List<PolicyRule> rules = rulesOf(now, binding.role(), namespace);
            if (rules == null) {
                troubles.add(
                        (binding.role().cluster() ? "clusterrole." : "role.")
                                + GROUP
                                + " \""
                                + binding.role().name()
                                + "\" not found");
            } else if (!visitor.holds(binding, subject, rules)) {
                return false;
            }
        }
        return true;
    }

    private @Nullable List<PolicyRule> rulesOf(
            Snapshot now, Binding.RoleRef role, String namespace) {
        StoredObject stored =
                now.get(
                        role.cluster()
                                ? new ObjectKey("clusterroles." + GROUP, "", role.name())
                                : new ObjectKey("roles." + GROUP, namespace, role.name()));
        return stored == null
                ? null
                : known(roles, stored, s -> PolicyRule.all(s.tree().path("rules")));
    }

    private static <V> V known(
            Map<StoredObject, V> known, StoredObject stored, Function<StoredObject, V> read) {
        synchronized (known) {
            return known.computeIfAbsent(stored, read);
        }
    }
}
