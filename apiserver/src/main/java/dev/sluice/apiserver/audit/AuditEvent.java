package dev.sluice.apiserver.audit;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.access.Attributes;
import dev.sluice.apiserver.http.ApiRequest;
import dev.sluice.apiserver.http.ApiResponse;
import dev.sluice.apiserver.security.User;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// One line of the audit log, as an `Event` of `audit.k8s.io/v1`. Headers are never in it.
final class AuditEvent {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private AuditEvent() {}

    static ObjectNode of(
            AuditLevel level,
            ApiRequest request,
            User user,
            Attributes asked,
            ApiResponse answer,
            Instant received,
            Instant done) {
        ObjectNode event = MAPPER.createObjectNode();
        event.put("kind", "Event").put("apiVersion", "audit.k8s.io/v1");
        event.put("level", level.word());
        String id = request.header("audit-id");
        event.put("auditID", id == null ? UUID.randomUUID().toString() : id);
        event.put("stage", "ResponseComplete");
        event.put("requestURI", uri(request)).put("verb", asked.verb());
        describe(user, event.putObject("user"));
        if (!asked.user().equals(user)) {
            describe(asked.user(), event.putObject("impersonatedUser"));
        }
        String agent = request.header("user-agent");
        if (agent != null) {
            event.put("userAgent", agent);
        }
        boolean nameless =
                asked.target() instanceof Attributes.Resource resource
                        && resource.name().isEmpty()
                        && asked.verb().equals("create");
        boolean needed = nameless || level == AuditLevel.REQUEST_RESPONSE || answer.code() >= 400;
        JsonNode body =
                needed && answer instanceof ApiResponse.Whole whole ? tree(whole.body()) : null;
        if (asked.target() instanceof Attributes.Resource resource) {
            String name = nameless ? created(request, answer, body) : resource.name();
            reference(resource, name, event.putObject("objectRef"));
        }
        status(answer, body, event.putObject("responseStatus"));
        if (level.compareTo(AuditLevel.REQUEST) >= 0 && request.body().length > 0) {
            JsonNode sent = tree(request.body());
            event.set("requestObject", sent == null ? MAPPER.nullNode() : sent);
        }
        if (level == AuditLevel.REQUEST_RESPONSE && body != null) {
            event.set("responseObject", body);
        }
        event.put("requestReceivedTimestamp", micros(received));
        event.put("stageTimestamp", micros(done));
        return event;
    }

    private static String uri(ApiRequest request) {
        StringBuilder uri = new StringBuilder(request.path());
        char sign = '?';
        for (Map.Entry<String, List<String>> parameter : request.query().entrySet()) {
            for (String value : parameter.getValue()) {
                uri.append(sign).append(parameter.getKey()).append('=');
                uri.append(URLEncoder.encode(value, StandardCharsets.UTF_8));
                sign = '&';
            }
        }
        return uri.toString();
    }

    private static void describe(User user, ObjectNode out) {
        out.put("username", user.name());
        if (!user.uid().isEmpty()) {
            out.put("uid", user.uid());
        }
        user.groups().forEach(out.withArray("/groups")::add);
        user.extra()
                .forEach(
                        (key, values) -> {
                            ObjectNode extra =
                                    out.path("extra") instanceof ObjectNode there
                                            ? there
                                            : out.putObject("extra");
                            values.forEach(extra.putArray(key)::add);
                        });
    }

    /// The name that the server has given, else the one that was asked for; the path of a creation has none.
    private static String created(ApiRequest request, ApiResponse answer, @Nullable JsonNode body) {
        JsonNode object = answer.code() < 300 ? body : tree(request.body());
        if (object == null) {
            return "";
        }
        JsonNode shown = object.path("rows").path(0).path("object");
        return (shown.isObject() ? shown : object).path("metadata").path("name").asText("");
    }

    private static void reference(Attributes.Resource resource, String name, ObjectNode out) {
        out.put("resource", resource.resource());
        put(out, "namespace", resource.namespace());
        put(out, "name", name);
        put(out, "apiGroup", resource.group());
        put(out, "subresource", resource.subresource());
    }

    private static void status(ApiResponse answer, @Nullable JsonNode body, ObjectNode out) {
        out.put("code", answer.code());
        if (answer.code() >= 400 && body != null) {
            put(out, "reason", body.path("reason").asText(""));
            put(out, "message", body.path("message").asText(""));
        }
    }

    private static void put(ObjectNode out, String field, String value) {
        if (!value.isEmpty()) {
            out.put(field, value);
        }
    }

    /// @return null when it is no JSON
    private static @Nullable JsonNode tree(byte[] body) {
        try {
            return body.length > 0 && body[0] == '{' ? MAPPER.readTree(body) : null;
        } catch (JsonProcessingException notJson) {
            return null;
        } catch (IOException impossible) {
            throw new UncheckedIOException("reading from memory failed", impossible);
        }
    }

    private static String micros(Instant time) {
        String text = time.truncatedTo(ChronoUnit.MICROS).toString();
        int dot = text.indexOf('.');
        String fraction = dot < 0 ? "" : text.substring(dot + 1, text.length() - 1);
        String whole = dot < 0 ? text.substring(0, text.length() - 1) : text.substring(0, dot);
        return whole + "." + (fraction + "000000").substring(0, 6) + "Z";
    }
}
