package dev.sluice.apiserver.resource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.error.ApiError;
import dev.sluice.apiserver.error.Cause;
import dev.sluice.apiserver.http.ApiRequest;
import dev.sluice.apiserver.http.ApiResponse;
import dev.sluice.apiserver.security.AccountTokens;
import dev.sluice.apiserver.security.ServiceAccountName;
import dev.sluice.apiserver.store.StoredObject;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The `token` subresource of service accounts (H2.64): checks what is asked for and issues the token.
final class Tokens {
    private static final long SECONDS_MIN = 600;
    private static final long SECONDS_MAX = 1L << 32;
    private static final long SECONDS_DEFAULT = 3_600;
    private static final List<String> BINDABLE = List.of("Pod", "Secret", "Node");

    private final Writes writes;
    private final Body body;
    private final AccountTokens tokens;

    Tokens(Writes writes, Body body, AccountTokens tokens) {
        this.writes = writes;
        this.body = body;
        this.tokens = tokens;
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
        AccountTokens.Bound bound = bound(route, spec);
        Instant now = writes.clock().instant();
        answer.put("kind", "TokenRequest").put("apiVersion", "authentication.k8s.io/v1");
        answer.putObject("metadata")
                .put("name", route.name())
                .put("namespace", route.namespace())
                .put("uid", account.uid())
                .put("creationTimestamp", Metadata.time(now));
        if (spec.path("audiences").isEmpty()) {
            spec.putArray("audiences").add(AccountTokens.ISSUER);
        }
        spec.put("expirationSeconds", seconds);
        List<String> audiences = new ArrayList<>();
        spec.path("audiences").forEach(a -> audiences.add(a.asText()));
        answer.putObject("status")
                .put(
                        "token",
                        tokens.issue(
                                new ServiceAccountName(route.namespace(), route.name()),
                                account.uid(),
                                audiences,
                                Duration.ofSeconds(seconds),
                                bound))
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
            throw invalid("spec.expirationSeconds", seconds + ": " + wrong);
        }
    }

    /// The object that the token is to be bound to: it must exist, and a pod must run as the account.
    private AccountTokens.@Nullable Bound bound(Route route, ObjectNode spec) {
        JsonNode reference = spec.path("boundObjectRef");
        if (!reference.isObject()) {
            return null;
        }
        String kind = reference.path("kind").asText();
        String name = reference.path("name").asText();
        String plural = plural(kind, reference.path("apiVersion").asText("v1"));
        ObjectNode object =
                writes.objects().get(plural, kind.equals("Node") ? "" : route.namespace(), name);
        if (object == null) {
            throw ApiError.notFound("", plural, name);
        }
        String uid = object.path("metadata").path("uid").asText();
        String wanted = reference.path("uid").asText("");
        if (!wanted.isEmpty() && !wanted.equals(uid)) {
            throw ApiError.conflict(
                    "",
                    plural,
                    name,
                    "the UID in the bound object reference ("
                            + wanted
                            + ") does not match the UID in record. The object might have been deleted and then recreated");
        }
        String runsAs = object.path("spec").path("serviceAccountName").asText();
        if (kind.equals("Pod") && !runsAs.equals(route.name())) {
            throw ApiError.badRequest(
                    "cannot bind token for serviceaccount \""
                            + route.name()
                            + "\" to pod running with different serviceaccount name: \""
                            + runsAs
                            + "\"");
        }
        return new AccountTokens.Bound(kind, name, uid);
    }

    private static String plural(String kind, String apiVersion) {
        if (!BINDABLE.contains(kind) || !apiVersion.equals("v1")) {
            throw ApiError.badRequest(
                    "cannot bind token to object of type "
                            + apiVersion
                            + ", Kind="
                            + kind
                            + ": expected one of "
                            + BINDABLE
                            + " of v1");
        }
        return AccountTokens.plural(kind);
    }

    private static ApiError invalid(String field, String detail) {
        return ApiError.invalid(
                "authentication.k8s.io",
                "TokenRequest",
                "",
                List.of(new Cause("FieldValueInvalid", field, "Invalid value: " + detail)));
    }
}
