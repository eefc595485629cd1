package dev.sluice.apiserver.resource;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.error.ApiError;
import dev.sluice.apiserver.error.Cause;
import dev.sluice.apiserver.http.ApiRequest;
import dev.sluice.apiserver.http.ApiResponse;
import dev.sluice.apiserver.store.StoredObject;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.Base64;
import java.util.List;

/// The `token` subresource of service accounts (H2.64): a token in the usual shape. Nobody but the administrator is let in
/// yet, so no request can use one.
final class Tokens {
    private static final String AUDIENCE = "https://kubernetes.default.svc.cluster.local";
    private static final long SECONDS_MIN = 600;
    private static final long SECONDS_MAX = 1L << 32;
    private static final long SECONDS_DEFAULT = 3_600;

    private final Writes writes;
    private final Body body;
    private final SecureRandom random = new SecureRandom();

    Tokens(Writes writes, Body body) {
        this.writes = writes;
        this.body = body;
    }

    ApiResponse issue(ApiRequest request, Route route) {
        StoredObject account = writes.store().snapshot().get(Reads.key(route));
        if (account == null) {
            throw route.notFound();
        }
        ObjectNode answer = body.options(request);
        if (answer == null) {
            throw ApiError.badRequest("the body is empty, expected a TokenRequest");
        }
        ObjectNode spec = answer.withObject("/spec");
        long seconds = spec.path("expirationSeconds").asLong(SECONDS_DEFAULT);
        checkDuration(seconds);
        Instant now = writes.clock().instant();
        answer.put("kind", "TokenRequest").put("apiVersion", "authentication.k8s.io/v1");
        answer.putObject("metadata")
                .put("name", route.name())
                .put("namespace", route.namespace())
                .put("uid", account.uid())
                .put("creationTimestamp", Metadata.time(now));
        if (spec.path("audiences").isEmpty()) {
            spec.putArray("audiences").add(AUDIENCE);
        }
        spec.put("expirationSeconds", seconds);
        answer.putObject("status")
                .put("token", token(route, account, now, seconds))
                .put("expirationTimestamp", Metadata.time(now.plusSeconds(seconds)));
        return Answers.json(201, answer);
    }

    private static void checkDuration(long seconds) {
        String wrong =
                seconds < SECONDS_MIN
                        ? "may not specify a duration less than 10 minutes"
                        : seconds > SECONDS_MAX
                                ? "may not specify a duration larger than 2^32 seconds"
                                : "";
        if (!wrong.isEmpty()) {
            throw ApiError.invalid(
                    "authentication.k8s.io",
                    "TokenRequest",
                    "",
                    List.of(
                            new Cause(
                                    "FieldValueInvalid",
                                    "spec.expirationSeconds",
                                    "Invalid value: " + seconds + ": " + wrong)));
        }
    }

    private String token(Route route, StoredObject account, Instant now, long seconds) {
        byte[] signature = new byte[32];
        random.nextBytes(signature);
        String claims =
                "{\"iss\":\""
                        + AUDIENCE
                        + "\",\"sub\":\"system:serviceaccount:"
                        + route.namespace()
                        + ":"
                        + route.name()
                        + "\",\"uid\":\""
                        + account.uid()
                        + "\",\"iat\":"
                        + now.getEpochSecond()
                        + ",\"exp\":"
                        + now.plusSeconds(seconds).getEpochSecond()
                        + "}";
        return part("{\"alg\":\"none\"}".getBytes(StandardCharsets.US_ASCII))
                + "."
                + part(claims.getBytes(StandardCharsets.UTF_8))
                + "."
                + part(signature);
    }

    private static String part(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
