package dev.sluice.apiserver.security;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A service account by its namespace and name, and the user that it is (H7.4).
public record ServiceAccountName(String namespace, String name) {
    private static final String PREFIX = "system:serviceaccount:";
    private static final String GROUP = "system:serviceaccounts";

    /// The account of a user's name, or null when the name is that of no account.
    public static @Nullable ServiceAccountName of(String user) {
        if (!user.startsWith(PREFIX)) {
            return null;
        }
        String[] parts = user.substring(PREFIX.length()).split(":", -1);
        return parts.length == 2 && !parts[0].isEmpty() && !parts[1].isEmpty()
                ? new ServiceAccountName(parts[0], parts[1])
                : null;
    }

    /// `system:serviceaccount:NAMESPACE:NAME`.
    public String user() {
        return PREFIX + namespace + ":" + name;
    }

    /// The groups of the account, without `system:authenticated`.
    public Set<String> groups() {
        return new LinkedHashSet<>(List.of(GROUP, GROUP + ":" + namespace));
    }
}
