package dev.sluice.apiserver.security;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Who makes a request, as authentication found it (H7.3).
///
/// @param uid empty when unknown
/// @param groups in the order in which they became known
/// @param extra more that is known, such as the pod that a token belongs to
public record User(String name, String uid, Set<String> groups, Map<String, List<String>> extra) {
    /// The group that may do everything (H7.6).
    public static final String MASTERS = "system:masters";

    /// The group of everybody who is known.
    public static final String AUTHENTICATED = "system:authenticated";

    /// The group of everybody who is not.
    public static final String UNAUTHENTICATED = "system:unauthenticated";

    /// Nobody: no credentials were given.
    public static final User ANONYMOUS = new User("system:anonymous", "", Set.of(UNAUTHENTICATED));

    /// The administrator whose credentials stand in the kubeconfig.
    public static final User ADMIN =
            new User("system:admin", "", new LinkedHashSet<>(List.of(MASTERS, AUTHENTICATED)));

    public User {
        groups = Collections.unmodifiableSet(new LinkedHashSet<>(groups));
        extra = Collections.unmodifiableMap(new LinkedHashMap<>(extra));
    }

    /// A user of whom nothing more is known.
    public User(String name, String uid, Set<String> groups) {
        this(name, uid, groups, Map.of());
    }

    /// True for members of `system:masters`.
    public boolean isMaster() {
        return groups.contains(MASTERS);
    }
}
