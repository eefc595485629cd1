package dev.sluice.apiserver.resource;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.error.ApiError;
import dev.sluice.apiserver.http.ApiResponse;
import dev.sluice.apiserver.http.FrameSource;
import dev.sluice.apiserver.kind.Kind;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Makes answers out of bodies (H1.6, H1.46).
public final class Answers {
    private static final String CONTENT_TYPE = "Content-Type";

    /// All warnings of an answer together stay below this (H1.6).
    private static final int WARNING_BYTES_MAX = 4_096;

    private Answers() {}

    static ApiResponse ok(Form form, byte[] body) {
        return of(200, form, body, List.of());
    }

    /// @param warnings texts for `Warning` headers
    static ApiResponse of(int code, Form form, byte[] body, List<String> warnings) {
        Map<String, List<String>> headers = new LinkedHashMap<>();
        headers.put(CONTENT_TYPE, List.of(form.contentType()));
        if (!warnings.isEmpty()) {
            headers.put("Warning", warningHeaders(warnings));
        }
        return new ApiResponse.Whole(code, headers, body);
    }

    static ApiResponse stream(Form form, FrameSource frames) {
        return new ApiResponse.Stream(
                200, Map.of(CONTENT_TYPE, List.of("application/json")), frames);
    }

    /// The same answer with one more warning.
    public static ApiResponse warned(ApiResponse answer, String warning) {
        return warned(answer, List.of(warning));
    }

    /// The same answer with more warnings, before those that it has.
    static ApiResponse warned(ApiResponse answer, List<String> warnings) {
        if (warnings.isEmpty()) {
            return answer;
        }
        Map<String, List<String>> headers = new LinkedHashMap<>(answer.headers());
        List<String> all = new ArrayList<>(warningHeaders(warnings));
        all.addAll(headers.getOrDefault("Warning", List.of()));
        headers.put("Warning", all);
        return switch (answer) {
            case ApiResponse.Whole whole ->
                    new ApiResponse.Whole(whole.code(), headers, whole.body());
            case ApiResponse.Stream stream ->
                    new ApiResponse.Stream(stream.code(), headers, stream.frames());
        };
    }

    /// Any JSON.
    public static ApiResponse json(int code, ObjectNode body) {
        return new ApiResponse.Whole(
                code,
                Map.of(CONTENT_TYPE, List.of("application/json")),
                body.toString().getBytes(StandardCharsets.UTF_8));
    }

    /// Plain text.
    public static ApiResponse text(int code, String text) {
        return new ApiResponse.Whole(
                code,
                Map.of(
                        CONTENT_TYPE,
                        List.of("text/plain; charset=utf-8"),
                        "X-Content-Type-Options",
                        List.of("nosniff")),
                text.getBytes(StandardCharsets.UTF_8));
    }

    /// A refusal as a Status.
    public static ApiResponse refusal(ApiError error) {
        return refusal(
                error,
                "application/json",
                error.toStatus().toString().getBytes(StandardCharsets.UTF_8));
    }

    /// A refusal whose Status is written already.
    public static ApiResponse refusal(ApiError error, String contentType, byte[] status) {
        ApiError.Details details = error.details();
        Map<String, List<String>> headers = new LinkedHashMap<>();
        headers.put(CONTENT_TYPE, List.of(contentType));
        if (details != null && details.retryAfterSeconds() > 0) {
            headers.put("Retry-After", List.of(Integer.toString(details.retryAfterSeconds())));
        }
        if (!error.warnings().isEmpty()) {
            headers.put("Warning", warningHeaders(error.warnings()));
        }
        return new ApiResponse.Whole(error.code(), headers, status);
    }

    /// 410 for a continue token, with one that still works.
    static ApiResponse expired(ExpiredToken expired) {
        ObjectNode status =
                new ApiError(410, "Expired", String.valueOf(expired.getMessage()), null).toStatus();
        status.withObject("/metadata").put("continue", expired.token());
        return json(410, status);
    }

    /// The Status of a success.
    static ObjectNode success(Kind kind, @Nullable String name, @Nullable String uid) {
        ObjectNode status = JsonNodeFactory.instance.objectNode();
        status.put("kind", "Status").put("apiVersion", "v1");
        status.putObject("metadata");
        status.put("status", "Success");
        ObjectNode details = status.putObject("details");
        if (name != null) {
            details.put("name", name);
        }
        if (!kind.group().isEmpty()) {
            details.put("group", kind.group());
        }
        details.put("kind", kind.plural());
        if (uid != null) {
            details.put("uid", uid);
        }
        return status;
    }

    private static List<String> warningHeaders(List<String> warnings) {
        List<String> headers = new ArrayList<>();
        int bytes = 0;
        for (String warning : warnings.stream().distinct().toList()) {
            String header = "299 - \"" + warning.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
            bytes += header.length();
            if (bytes > WARNING_BYTES_MAX) {
                break;
            }
            headers.add(header);
        }
        return headers;
    }
}
