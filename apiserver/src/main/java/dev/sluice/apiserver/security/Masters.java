package dev.sluice.apiserver.security;

import dev.sluice.apiserver.cel.Authority;
import dev.sluice.apiserver.cel.ResourceCheck;

/// Answers expressions that ask for a user's rights as the gate would: the masters may do everything, others nothing.
public record Masters(boolean master) implements Authority {
    /// The rights of a user.
    public static Authority of(User user) {
        return new Masters(user.isMaster());
    }

    @Override
    public Decision decide(ResourceCheck check, String verb) {
        return new Decision(master, "", "");
    }

    @Override
    public Decision decide(String path, String verb) {
        return new Decision(master, "", "");
    }

    @Override
    public Authority of(String namespace, String serviceAccount) {
        return new Masters(false);
    }
}
