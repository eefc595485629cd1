package dev.sluice.apiserver.access;

import dev.sluice.apiserver.admission.AdmissionPlugin;
import dev.sluice.apiserver.cel.Authority;
import dev.sluice.apiserver.error.ApiError;
import dev.sluice.apiserver.http.ApiRequest;
import dev.sluice.apiserver.security.User;
import dev.sluice.apiserver.store.Store;
import java.util.List;

/// Says who may do what: members of `system:masters` everything, everybody else what their roles allow (H7.6).
public final class AccessControl {
    private final Rbac rbac;

    public AccessControl(Store store) {
        this.rbac = new Rbac(store);
    }

    /// Lets a request in.
    ///
    /// @param user as authenticated
    /// @param segments of the path, without empty ones
    /// @return the user in whose name it is done: the same, or the one that the request impersonates (H7.5)
    /// @throws ApiError 403
    public User admit(ApiRequest request, User user, List<String> segments) {
        User acting = user;
        if (Impersonation.isWanted(request)) {
            Impersonation wanted = Impersonation.of(request);
            for (Attributes.Resource question : wanted.questions()) {
                require(new Attributes(user, "impersonate", question));
            }
            acting = wanted.user();
        }
        if (!acting.isMaster()) {
            require(RequestAttributes.of(request, acting, segments));
        }
        return acting;
    }

    /// The user whom a request wants to be taken for, whether he may or not.
    public static User claimed(ApiRequest request, User user) {
        if (!Impersonation.isWanted(request)) {
            return user;
        }
        try {
            return Impersonation.of(request).user();
        } catch (ApiError incomplete) {
            return user;
        }
    }

    Verdict decide(Attributes asked) {
        return asked.user().isMaster() ? new Verdict(true, "") : rbac.decide(asked);
    }

    List<PolicyRule> rulesOf(User user, String namespace) {
        return rbac.rulesOf(user, namespace);
    }

    /// What a user may do, for expressions that ask.
    public Authority rights(User user) {
        return new Rights(this, user);
    }

    /// The checks that need the object itself: nobody creates by a detour what he may not create, and nobody grants what
    /// he has not got.
    public List<AdmissionPlugin> checks() {
        return List.of(new CreateRight(this), new Escalation(this, rbac));
    }

    void require(Attributes asked) {
        Verdict verdict = decide(asked);
        if (!verdict.allowed()) {
            throw Forbidden.of(asked, verdict.reason());
        }
    }
}
