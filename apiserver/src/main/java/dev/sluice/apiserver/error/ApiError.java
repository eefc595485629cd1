package dev.sluice.apiserver.error;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// A refusal that the client sees as a `Status` (H1.46). It is an outcome of a request, not a fault of
/// the server: no stack trace is kept, and nothing has been written when it is thrown.
public final class ApiError extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int code;
    private final @Nullable String reason;
    private final transient @Nullable Details details;
    private final transient List<String> warnings;

    /// What `status.details` says.
    ///
    /// @param kind the resource's plural for NotFound, AlreadyExists and Conflict, the Kind for Invalid
    /// @param retryAfterSeconds 0 when the client need not wait
    public record Details(
            @Nullable String name,
            @Nullable String group,
            @Nullable String kind,
            @Nullable String uid,
            List<Cause> causes,
            int retryAfterSeconds) {
        /// Details that say nothing, and are there.
        public static final Details EMPTY = new Details(null, null, null, null, List.of(), 0);
    }

    public ApiError(int code, @Nullable String reason, String message, @Nullable Details details) {
        this(code, reason, message, details, List.of());
    }

    private ApiError(
            int code,
            @Nullable String reason,
            String message,
            @Nullable Details details,
            List<String> warnings) {
        super(message, null, false, false);
        this.code = code;
        this.reason = reason;
        this.details = details;
        this.warnings = List.copyOf(warnings);
    }

    /// The same refusal, with texts for `Warning` headers before those that it has.
    public ApiError warned(List<String> more) {
        if (more.isEmpty()) {
            return this;
        }
        List<String> all = new ArrayList<>(more);
        all.addAll(warnings);
        return new ApiError(code, reason, text(), details, all);
    }

    /// Texts for `Warning` headers.
    public List<String> warnings() {
        return warnings;
    }

    public int code() {
        return code;
    }

    public @Nullable String reason() {
        return reason;
    }

    public @Nullable Details details() {
        return details;
    }

    /// The message; never null.
    public String text() {
        return String.valueOf(getMessage());
    }

    public static ApiError badRequest(String message) {
        return new ApiError(400, "BadRequest", message, null);
    }

    public static ApiError notFound(String group, String plural, String name) {
        return new ApiError(
                404,
                "NotFound",
                qualified(plural, group) + " \"" + name + "\" not found",
                new Details(name, group, plural, null, List.of(), 0));
    }

    public static ApiError alreadyExists(String group, String plural, String name) {
        return new ApiError(
                409,
                "AlreadyExists",
                qualified(plural, group) + " \"" + name + "\" already exists",
                new Details(name, group, plural, null, List.of(), 0));
    }

    /// @param why the text after the colon, for example the one of H1.47
    public static ApiError conflict(String group, String plural, String name, String why) {
        return new ApiError(
                409,
                "Conflict",
                "Operation cannot be fulfilled on "
                        + qualified(plural, group)
                        + " \""
                        + name
                        + "\": "
                        + why,
                new Details(name, group, plural, null, List.of(), 0));
    }

    public static ApiError forbidden(String group, String plural, String name, String why) {
        return new ApiError(
                403,
                "Forbidden",
                qualified(plural, group) + " \"" + name + "\" is forbidden: " + why,
                new Details(name, group, plural, null, List.of(), 0));
    }

    /// 422 with one cause per complaint; the message repeats them as kubectl prints them.
    public static ApiError invalid(String group, String kind, String name, List<Cause> causes) {
        String all =
                causes.stream()
                        .map(
                                c ->
                                        c.field().isEmpty()
                                                ? c.message()
                                                : c.field() + ": " + c.message())
                        .distinct()
                        .collect(Collectors.joining(", "));
        String text = causes.size() > 1 ? "[" + all + "]" : all;
        return new ApiError(
                422,
                "Invalid",
                qualified(kind, group) + " \"" + name + "\" is invalid: " + text,
                new Details(name, group, kind, null, List.copyOf(causes), 0));
    }

    /// This refusal as the body of an answer.
    public ObjectNode toStatus() {
        ObjectNode status = JsonNodeFactory.instance.objectNode();
        status.put("kind", "Status").put("apiVersion", "v1");
        status.putObject("metadata");
        status.put("status", "Failure").put("message", text());
        if (reason != null) {
            status.put("reason", reason);
        }
        if (details != null) {
            describe(details, status.putObject("details"));
        }
        status.put("code", code);
        return status;
    }

    private static void describe(Details details, ObjectNode out) {
        putIfSet(out, "name", details.name());
        putIfSet(out, "group", details.group());
        putIfSet(out, "kind", details.kind());
        putIfSet(out, "uid", details.uid());
        if (!details.causes().isEmpty()) {
            var causes = out.putArray("causes");
            for (Cause cause : details.causes()) {
                ObjectNode node = causes.addObject();
                putIfSet(node, "reason", cause.reason());
                putIfSet(node, "message", cause.message());
                putIfSet(node, "field", cause.field());
            }
        }
        if (details.retryAfterSeconds() > 0) {
            out.put("retryAfterSeconds", details.retryAfterSeconds());
        }
    }

    private static void putIfSet(ObjectNode out, String field, @Nullable String value) {
        if (value != null && !value.isEmpty()) {
            out.put(field, value);
        }
    }

    private static String qualified(String word, String group) {
        return group.isEmpty() ? word : word + "." + group;
    }
}
