package dev.sluice.apiserver.access;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.error.ApiError;
import dev.sluice.apiserver.error.Cause;
import dev.sluice.apiserver.kind.Kind;
import dev.sluice.apiserver.resource.Metadata;
import dev.sluice.apiserver.resource.Reviews;
import dev.sluice.apiserver.security.Authenticator;
import dev.sluice.apiserver.security.User;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;

/// Answers the review kinds: who am I, what may I do, may they do it, whose token is this (H7.7). Nothing is stored.
public final class AccessReviews implements Reviews {
    private final AccessControl access;
    private final Authenticator authenticator;
    private final InstantSource clock;

    public AccessReviews(AccessControl access, Authenticator authenticator, InstantSource clock) {
        this.access = access;
        this.authenticator = authenticator;
        this.clock = clock;
    }

    @Override
    public void answer(Kind kind, String namespace, ObjectNode review, User user) {
        switch (kind.kind()) {
            case "SelfSubjectReview" -> {
                Metadata.of(review).put("creationTimestamp", Metadata.time(clock.instant()));
                describe(user, review.putObject("status").putObject("userInfo"));
            }
            case "SelfSubjectAccessReview" -> decide(kind, review, user);
            case "SubjectAccessReview" -> decide(kind, review, subject(kind, review));
            case "LocalSubjectAccessReview" -> {
                checkNamespace(kind, review, namespace);
                decide(kind, review, subject(kind, review));
            }
            case "SelfSubjectRulesReview" -> rules(kind, review, user);
            case "TokenReview" -> token(kind, review);
            default -> throw new IllegalStateException("no review: " + kind.kind());
        }
    }

    private static void describe(User user, ObjectNode out) {
        out.put("username", user.name());
        if (!user.uid().isEmpty()) {
            out.put("uid", user.uid());
        }
        user.groups().forEach(out.putArray("groups")::add);
        if (!user.extra().isEmpty()) {
            ObjectNode extra = out.putObject("extra");
            user.extra().forEach((key, values) -> values.forEach(extra.putArray(key)::add));
        }
    }

    private void decide(Kind kind, ObjectNode review, User user) {
        Verdict verdict = access.decide(asked(kind, review, user));
        ObjectNode status = review.putObject("status");
        status.put("allowed", verdict.allowed());
        if (!verdict.reason().isEmpty()) {
            status.put("reason", verdict.reason());
        }
    }

    private static Attributes asked(Kind kind, ObjectNode review, User user) {
        JsonNode resource = review.path("spec").path("resourceAttributes");
        JsonNode url = review.path("spec").path("nonResourceAttributes");
        if (resource.isObject() == url.isObject()) {
            throw invalid(
                    kind,
                    "spec.resourceAttributes",
                    (resource.isObject() ? "both are given" : "none is given")
                            + ": exactly one of nonResourceAttributes or resourceAttributes must be specified");
        }
        if (url.isObject()) {
            return new Attributes(user, text(url, "verb"), new Attributes.Url(text(url, "path")));
        }
        return new Attributes(
                user,
                text(resource, "verb"),
                new Attributes.Resource(
                        text(resource, "namespace"),
                        text(resource, "group"),
                        text(resource, "resource"),
                        text(resource, "subresource"),
                        text(resource, "name")));
    }

    private static User subject(Kind kind, ObjectNode review) {
        JsonNode spec = review.path("spec");
        String name = text(spec, "user");
        List<String> groups = PolicyRule.texts(spec.path("groups"));
        if (name.isEmpty() && groups.isEmpty()) {
            throw invalid(
                    kind, "spec.user", "\"\": at least one of user or group must be specified");
        }
        Map<String, List<String>> extra = new LinkedHashMap<>();
        spec.path("extra")
                .properties()
                .forEach(e -> extra.put(e.getKey(), PolicyRule.texts(e.getValue())));
        return new User(name, text(spec, "uid"), new LinkedHashSet<>(groups), extra);
    }

    private static void checkNamespace(Kind kind, ObjectNode review, String namespace) {
        JsonNode attributes = review.path("spec").path("resourceAttributes");
        if (!attributes.isObject()) {
            throw invalid(kind, "spec.nonResourceAttributes", "disallowed on this kind of request");
        }
        if (!text(attributes, "namespace").equals(namespace)) {
            throw invalid(
                    kind,
                    "spec.resourceAttributes.namespace",
                    '"'
                            + text(attributes, "namespace")
                            + "\": must match metadata.namespace \""
                            + namespace
                            + '"');
        }
    }

    private void rules(Kind kind, ObjectNode review, User user) {
        String namespace = text(review.path("spec"), "namespace");
        if (namespace.isEmpty()) {
            throw ApiError.badRequest(
                    "no namespace on request: spec.namespace of the "
                            + kind.kind()
                            + " is empty, expected a namespace's name");
        }
        ObjectNode status = review.putObject("status");
        ArrayNode resources = status.putArray("resourceRules");
        ArrayNode urls = status.putArray("nonResourceRules");
        status.put("incomplete", false);
        for (PolicyRule rule : access.rulesOf(user, namespace)) {
            (rule.resources().isEmpty() ? urls : resources).add(rule.toJson());
        }
    }

    private void token(Kind kind, ObjectNode review) {
        String token = text(review.path("spec"), "token");
        if (token.isEmpty()) {
            throw invalid(
                    kind, "spec.token", "token is required for TokenReview in authentication");
        }
        List<String> wanted = PolicyRule.texts(review.path("spec").path("audiences"));
        ObjectNode status = review.putObject("status");
        switch (authenticator.token(token, wanted)) {
            case Authenticator.Found.Known known -> {
                status.put("authenticated", true);
                describe(known.user(), status.putObject("user"));
                known.audiences().forEach(status.putArray("audiences")::add);
            }
            case Authenticator.Found.Refused refused -> {
                status.putObject("user");
                status.put("error", refused.why());
            }
        }
    }

    private static String text(JsonNode object, String field) {
        return object.path(field).asText("");
    }

    private static ApiError invalid(Kind kind, String field, String detail) {
        return ApiError.invalid(
                kind.group(),
                kind.kind(),
                "",
                List.of(new Cause("FieldValueInvalid", field, "Invalid value: " + detail)));
    }
}
