package dev.sluice.apiserver.security;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.cert.X509Certificate;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;
import javax.naming.InvalidNameException;
import javax.naming.ldap.LdapName;
import javax.naming.ldap.Rdn;
import org.jspecify.annotations.Nullable;

/// Finds out who is asking: the holder of a client certificate, of the administrator's token, or nobody (H7.3).
public final class Authenticator {
    private final byte[] token;

    public Authenticator(String adminToken) {
        this.token = adminToken.getBytes(StandardCharsets.UTF_8);
    }

    /// @param certificate what the TLS layer has verified, or null
    /// @param authorization the header, or null
    /// @return the user, [User#ANONYMOUS] when there are no credentials, or null when a token is wrong
    public @Nullable User authenticate(
            @Nullable X509Certificate certificate, @Nullable String authorization) {
        if (certificate != null) {
            return holder(certificate);
        }
        if (authorization == null || !authorization.regionMatches(true, 0, "Bearer ", 0, 7)) {
            return User.ANONYMOUS;
        }
        String given = authorization.substring(7).strip();
        if (given.isEmpty()) {
            return User.ANONYMOUS;
        }
        return MessageDigest.isEqual(given.getBytes(StandardCharsets.UTF_8), token)
                ? User.ADMIN
                : null;
    }

    private static User holder(X509Certificate certificate) {
        String name = "";
        Set<String> groups = new LinkedHashSet<>();
        try {
            for (Rdn part :
                    new LdapName(certificate.getSubjectX500Principal().getName()).getRdns()) {
                switch (part.getType().toUpperCase(Locale.ROOT)) {
                    case "CN" -> name = part.getValue().toString();
                    case "O" -> groups.add(part.getValue().toString());
                    default -> {}
                }
            }
        } catch (InvalidNameException unreadable) {
            return User.ANONYMOUS;
        }
        groups.add("system:authenticated");
        return new User(name, "", Set.copyOf(groups));
    }
}
