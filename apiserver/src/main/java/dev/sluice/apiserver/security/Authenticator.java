package dev.sluice.apiserver.security;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.cert.X509Certificate;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import javax.naming.InvalidNameException;
import javax.naming.ldap.LdapName;
import javax.naming.ldap.Rdn;
import org.jspecify.annotations.Nullable;

/// Finds out who is asking: the holder of a client certificate, of the administrator's token, of a token from a file, of
/// a service account's token, or nobody (H7.3).
public final class Authenticator {
    private static final List<String> AUDIENCES = List.of(AccountTokens.ISSUER);

    private final byte[] adminToken;
    private final StaticTokens tokens;
    private final AccountTokens accounts;

    public Authenticator(String adminToken, StaticTokens tokens, AccountTokens accounts) {
        this.adminToken = adminToken.getBytes(StandardCharsets.UTF_8);
        this.tokens = tokens;
        this.accounts = accounts;
    }

    /// What a token says.
    public sealed interface Found {
        /// It is good.
        ///
        /// @param audiences those that it has and that were wanted
        record Known(User user, List<String> audiences) implements Found {}

        /// It is not.
        record Refused(String why) implements Found {}
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
        return token(given, List.of()) instanceof Found.Known known ? known.user() : null;
    }

    /// Whose token it is.
    ///
    /// @param audiences of which a service account's token must have one; empty for this server itself
    public Found token(String given, List<String> audiences) {
        List<String> wanted = audiences.isEmpty() ? AUDIENCES : audiences;
        byte[] bytes = given.getBytes(StandardCharsets.UTF_8);
        User user = MessageDigest.isEqual(bytes, adminToken) ? User.ADMIN : tokens.holder(bytes);
        if (user != null) {
            List<String> ours = wanted.stream().filter(AUDIENCES::contains).toList();
            return ours.isEmpty()
                    ? new Found.Refused("the token is for " + AUDIENCES + " alone")
                    : new Found.Known(user, ours);
        }
        return AccountTokens.looksLikeOne(given)
                ? accounts.verify(given, wanted)
                : new Found.Refused("invalid bearer token");
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
        if (name.isEmpty()) {
            return User.ANONYMOUS;
        }
        groups.add(User.AUTHENTICATED);
        return new User(name, "", groups);
    }
}
