package dev.sluice.apiserver.security;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.admission.ObjectReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Issues and verifies the tokens of service accounts (H2.64, H7.3): JSON Web Tokens signed with the server's own key. A
/// token is good while its account, and the object that it is bound to, exist with the uids that it names.
public final class AccountTokens {
    /// Who issues the tokens, and the audience of those that are meant for this server.
    public static final String ISSUER = "https://kubernetes.default.svc.cluster.local";

    private static final String CLAIM = "kubernetes.io";
    private static final String EXTRA = "authentication.kubernetes.io/";

    /// A pod's token outlives the pod's grace by so much, for its last requests.
    private static final Duration AFTER_DELETION = Duration.ofSeconds(60);

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final SigningKey key;
    private final ObjectReader objects;
    private final InstantSource clock;

    public AccountTokens(SigningKey key, ObjectReader objects, InstantSource clock) {
        this.key = key;
        this.objects = objects;
        this.clock = clock;
    }

    /// An object that a token is bound to.
    ///
    /// @param kind `Pod`, `Secret` or `Node`
    public record Bound(String kind, String name, String uid) {
        String field() {
            return kind.toLowerCase(Locale.ROOT);
        }

        String resource() {
            return plural(kind);
        }
    }

    /// A token for an account.
    ///
    /// @param bound null when the token is bound to the account alone
    public String issue(
            ServiceAccountName account,
            String uid,
            List<String> audiences,
            Duration life,
            @Nullable Bound bound) {
        long now = clock.instant().getEpochSecond();
        ObjectNode claims = MAPPER.createObjectNode();
        audiences.forEach(claims.putArray("aud")::add);
        claims.put("exp", now + life.toSeconds()).put("iat", now).put("iss", ISSUER);
        claims.put("jti", UUID.randomUUID().toString());
        ObjectNode ours = claims.putObject(CLAIM);
        ours.put("namespace", account.namespace());
        ours.putObject("serviceaccount").put("name", account.name()).put("uid", uid);
        if (bound != null) {
            ours.putObject(bound.field()).put("name", bound.name()).put("uid", bound.uid());
        }
        claims.put("nbf", now).put("sub", account.user());
        String text =
                part("{\"alg\":\"ES256\",\"kid\":\"" + key.id() + "\",\"typ\":\"JWT\"}")
                        + "."
                        + part(claims.toString());
        return text + "." + key.sign(text);
    }

    /// The resource of a kind that a token can be bound to.
    ///
    /// @param kind `Pod`, `Secret` or `Node`
    public static String plural(String kind) {
        return kind.toLowerCase(Locale.ROOT) + "s";
    }

    private static String part(String json) {
        return Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(json.getBytes(StandardCharsets.UTF_8));
    }

    /// Whether a text has the shape of a signed token at all.
    static boolean looksLikeOne(String token) {
        return token.chars().filter(c -> c == '.').count() == 2;
    }

    /// Verifies a token.
    ///
    /// @param wanted audiences of which it must have one
    Authenticator.Found verify(String token, List<String> wanted) {
        String[] parts = token.split("\\.", -1);
        JsonNode claims = parts.length == 3 ? claims(parts) : null;
        if (claims == null) {
            return refused("invalid bearer token");
        }
        long now = clock.instant().getEpochSecond();
        if (!claims.path("iss").asText().equals(ISSUER)) {
            return refused("the token is of another issuer");
        }
        if (claims.path("exp").asLong() <= now) {
            return refused("service account token has expired");
        }
        if (claims.path("nbf").asLong() > now) {
            return refused("the token is not valid yet");
        }
        List<String> audiences = new ArrayList<>();
        claims.path("aud").forEach(a -> audiences.add(a.asText()));
        audiences.retainAll(wanted);
        if (audiences.isEmpty()) {
            return refused("token audiences are for none of " + wanted);
        }
        return holder(claims, audiences);
    }

    private @Nullable JsonNode claims(String[] parts) {
        try {
            Base64.Decoder url = Base64.getUrlDecoder();
            JsonNode head = MAPPER.readTree(url.decode(parts[0]));
            boolean ours =
                    head.path("alg").asText().equals("ES256")
                            && key.verifies(parts[0] + "." + parts[1], url.decode(parts[2]));
            return ours ? MAPPER.readTree(url.decode(parts[1])) : null;
        } catch (IllegalArgumentException | JsonProcessingException malformed) {
            return null;
        } catch (IOException impossible) {
            throw new UncheckedIOException("reading from memory failed", impossible);
        }
    }

    private Authenticator.Found holder(JsonNode claims, List<String> audiences) {
        JsonNode ours = claims.path(CLAIM);
        JsonNode named = ours.path("serviceaccount");
        ServiceAccountName account =
                new ServiceAccountName(
                        ours.path("namespace").asText(), named.path("name").asText());
        String uid = named.path("uid").asText();
        if (!exists("serviceaccounts", account.namespace(), account.name(), uid)) {
            return refused("service account " + account.name() + " has been deleted");
        }
        Map<String, List<String>> extra = new LinkedHashMap<>();
        extra.put(EXTRA + "credential-id", List.of("JTI=" + claims.path("jti").asText()));
        for (String kind : List.of("Pod", "Secret", "Node")) {
            JsonNode reference = ours.path(kind.toLowerCase(Locale.ROOT));
            if (!reference.isObject()) {
                continue;
            }
            Bound bound =
                    new Bound(
                            kind, reference.path("name").asText(), reference.path("uid").asText());
            String namespace = kind.equals("Node") ? "" : account.namespace();
            if (!exists(bound.resource(), namespace, bound.name(), bound.uid())) {
                return refused("the token is bound to a " + kind + " that is gone");
            }
            if (!kind.equals("Secret")) {
                extra.put(EXTRA + bound.field() + "-name", List.of(bound.name()));
                extra.put(EXTRA + bound.field() + "-uid", List.of(bound.uid()));
            }
        }
        Set<String> groups = new LinkedHashSet<>(account.groups());
        groups.add(User.AUTHENTICATED);
        return new Authenticator.Found.Known(
                new User(account.user(), uid, groups, extra), audiences);
    }

    private boolean exists(String resource, String namespace, String name, String uid) {
        ObjectNode object = objects.get(resource, namespace, name);
        if (object == null || !object.path("metadata").path("uid").asText().equals(uid)) {
            return false;
        }
        String deletion = object.path("metadata").path("deletionTimestamp").asText("");
        return deletion.isEmpty() || clock.instant().isBefore(lastUse(deletion));
    }

    private static Instant lastUse(String deletion) {
        try {
            return Instant.parse(deletion).plus(AFTER_DELETION);
        } catch (DateTimeParseException unreadable) {
            return Instant.MIN;
        }
    }

    private static Authenticator.Found refused(String why) {
        return new Authenticator.Found.Refused(why);
    }
}
