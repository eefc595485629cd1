package dev.sluice.apiserver.access;

import dev.sluice.apiserver.cel.Authority;
import dev.sluice.apiserver.cel.ResourceCheck;
import dev.sluice.apiserver.security.ServiceAccountName;
import dev.sluice.apiserver.security.User;
import java.util.LinkedHashSet;
import java.util.Set;

/// What one user may do, for expressions that ask by `authorizer`.
record Rights(AccessControl access, User user) implements Authority {
    @Override
    public Decision decide(ResourceCheck check, String verb) {
        return decide(
                verb,
                new Attributes.Resource(
                        check.namespace(),
                        check.group(),
                        check.resource(),
                        check.subresource(),
                        check.name()));
    }

    @Override
    public Decision decide(String path, String verb) {
        return decide(verb, new Attributes.Url(path));
    }

    @Override
    public Authority of(String namespace, String serviceAccount) {
        ServiceAccountName account = new ServiceAccountName(namespace, serviceAccount);
        Set<String> groups = new LinkedHashSet<>(account.groups());
        groups.add(User.AUTHENTICATED);
        return access.rights(new User(account.user(), "", groups));
    }

    private Decision decide(String verb, Attributes.Target target) {
        Verdict verdict = access.decide(new Attributes(user, verb, target));
        return new Decision(verdict.allowed(), verdict.reason(), "");
    }
}
