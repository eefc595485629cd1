package dev.sluice.apiserver.security;

import java.util.Set;

/// Who makes a request, as authentication found it (H7.3).
///
/// @param uid empty when unknown
public record User(String name, String uid, Set<String> groups) {
    /// The group that may do everything (H7.6).
    public static final String MASTERS = "system:masters";

    /// Nobody: no credentials were given.
    public static final User ANONYMOUS =
            new User("system:anonymous", "", Set.of("system:unauthenticated"));

    /// The administrator whose credentials stand in the kubeconfig.
    public static final User ADMIN =
            new User("system:admin", "", Set.of(MASTERS, "system:authenticated"));

    /// True for members of `system:masters`.
    public boolean isMaster() {
        return groups.contains(MASTERS);
    }
}
