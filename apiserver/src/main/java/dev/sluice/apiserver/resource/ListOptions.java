package dev.sluice.apiserver.resource;

import dev.sluice.apiserver.error.ApiError;
import dev.sluice.apiserver.error.Cause;
import dev.sluice.apiserver.http.ApiRequest;
import dev.sluice.apiserver.kind.Kind;
import dev.sluice.apiserver.schema.Schema;
import dev.sluice.apiserver.selector.FieldSelector;
import dev.sluice.apiserver.selector.LabelSelector;
import dev.sluice.apiserver.selector.Selector;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The parameters of a list or watch (H1.22), checked.
///
/// @param resourceVersion as given; "" when absent
/// @param limit 0 for no limit
/// @param timeoutSeconds 0 when absent
record ListOptions(
        Selector selector,
        String resourceVersion,
        Match match,
        long limit,
        String continueToken,
        boolean watch,
        boolean bookmarks,
        @Nullable Boolean sendInitialEvents,
        long timeoutSeconds,
        Render.Include include) {

    /// `resourceVersionMatch`.
    enum Match {
        UNSET,
        EXACT,
        NOT_OLDER_THAN
    }

    /// @throws ApiError 400 or 422 when the parameters make no sense
    static ListOptions of(ApiRequest request, Kind kind) {
        boolean watch = request.flag("watch");
        String initial = request.parameter("sendInitialEvents");
        long limit = number(request, "limit");
        long timeout = number(request, "timeoutSeconds");
        checkMatch(request, watch, initial);
        String match = text(request, "resourceVersionMatch");
        return new ListOptions(
                new Selector(
                        LabelSelector.parse(text(request, "labelSelector")),
                        FieldSelector.parse(
                                text(request, "fieldSelector"), label -> field(kind, label))),
                text(request, "resourceVersion"),
                switch (match) {
                    case "Exact" -> Match.EXACT;
                    case "NotOlderThan" -> Match.NOT_OLDER_THAN;
                    default -> Match.UNSET;
                },
                Math.max(0, limit),
                text(request, "continue"),
                watch,
                request.flag("allowWatchBookmarks"),
                initial == null || initial.isEmpty() ? null : request.flag("sendInitialEvents"),
                Math.max(0, timeout),
                include(request));
    }

    /// The same without pages.
    ListOptions unpaged() {
        return new ListOptions(selector, "", Match.UNSET, 0, "", false, false, null, 0, include);
    }

    /// `resourceVersion` as a number; 0 when absent.
    ///
    /// @throws ApiError 400 for a list, 500 for a watch (recorded)
    long revision() {
        if (resourceVersion.isEmpty()) {
            return 0;
        }
        try {
            return Long.parseUnsignedLong(resourceVersion);
        } catch (NumberFormatException wrong) {
            String text =
                    "resourceVersion: Invalid value: \""
                            + resourceVersion
                            + "\": strconv.ParseUint: parsing \""
                            + resourceVersion
                            + "\": invalid syntax";
            throw watch
                    ? new ApiError(500, null, text, null)
                    : ApiError.badRequest("invalid resource version: " + text);
        }
    }

    static String text(ApiRequest request, String name) {
        String value = request.parameter(name);
        return value == null ? "" : value;
    }

    static long number(ApiRequest request, String name) {
        String value = text(request, name);
        if (value.isEmpty()) {
            return 0;
        }
        try {
            return Long.parseLong(value);
        } catch (NumberFormatException wrong) {
            throw ApiError.badRequest(
                    "strconv.ParseInt: parsing \"" + value + "\": invalid syntax");
        }
    }

    private static Render.Include include(ApiRequest request) {
        String value = text(request, "includeObject");
        return switch (value) {
            case "", "Metadata" -> Render.Include.METADATA;
            case "None" -> Render.Include.NONE;
            case "Object" -> Render.Include.OBJECT;
            default ->
                    throw ApiError.badRequest(
                            "Unable to convert to Table as requested: includeObject: Invalid value: \""
                                    + value
                                    + "\": must be 'Metadata', 'Object', 'None', or empty");
        };
    }

    private static void checkMatch(ApiRequest request, boolean watch, @Nullable String initial) {
        String match = text(request, "resourceVersionMatch");
        String version = text(request, "resourceVersion");
        List<Cause> causes = new ArrayList<>();
        if (watch) {
            checkWatch(match, initial, causes);
        } else {
            checkList(request, match, version, initial, causes);
        }
        if (!causes.isEmpty()) {
            throw ApiError.invalid("meta.k8s.io", "ListOptions", "", causes);
        }
    }

    private static void checkWatch(String match, @Nullable String initial, List<Cause> causes) {
        if (initial == null) {
            if (!match.isEmpty()) {
                forbid(
                        causes,
                        "resourceVersionMatch",
                        "resourceVersionMatch is forbidden for watch unless sendInitialEvents is"
                                + " provided");
            }
        } else if (!match.equals("NotOlderThan")) {
            forbid(
                    causes,
                    "resourceVersionMatch",
                    "sendInitialEvents requires setting resourceVersionMatch to NotOlderThan");
            if (!match.isEmpty()) {
                unsupported(causes, match, "\"NotOlderThan\"");
            }
        }
    }

    private static void checkList(
            ApiRequest request,
            String match,
            String version,
            @Nullable String initial,
            List<Cause> causes) {
        if (!match.isEmpty()) {
            if (version.isEmpty()) {
                forbid(
                        causes,
                        "resourceVersionMatch",
                        "resourceVersionMatch is forbidden unless resourceVersion is provided");
            }
            if (!text(request, "continue").isEmpty()) {
                forbid(
                        causes,
                        "resourceVersionMatch",
                        "resourceVersionMatch is forbidden when continue is provided");
            }
            if (!match.equals("Exact") && !match.equals("NotOlderThan")) {
                unsupported(causes, match, "\"Exact\", \"NotOlderThan\", \"\"");
            }
            if (match.equals("Exact") && version.equals("0")) {
                forbid(
                        causes,
                        "resourceVersionMatch",
                        "resourceVersionMatch \"exact\" is forbidden for resourceVersion \"0\"");
            }
        }
        if (initial != null) {
            forbid(causes, "sendInitialEvents", "sendInitialEvents is forbidden for list");
        }
    }

    private static void forbid(List<Cause> causes, String field, String why) {
        causes.add(new Cause("FieldValueForbidden", field, "Forbidden: " + why));
    }

    private static void unsupported(List<Cause> causes, String match, String supported) {
        causes.add(
                new Cause(
                        "FieldValueNotSupported",
                        "resourceVersionMatch",
                        "Unsupported value: \"" + match + "\": supported values: " + supported));
    }

    private static FieldSelector.Field field(Kind kind, String label) {
        if (label.equals("metadata.name") || label.equals("metadata.namespace")) {
            return new FieldSelector.Field(label, "");
        }
        if (!kind.selectableFields().contains(label)) {
            throw ApiError.badRequest(
                    kind.builtIn() && kind.selectableFields().isEmpty()
                            ? "\""
                                    + label
                                    + "\" is not a known field selector: only \"metadata.name\","
                                    + " \"metadata.namespace\""
                            : "field label not supported: " + label);
        }
        String path = label.startsWith(".") ? label.substring(1) : label;
        if (Versions.resource(kind).equals("events")) {
            path = eventPath(path);
        }
        return new FieldSelector.Field(path, absent(kind.schema(), path));
    }

    private static String eventPath(String path) {
        return path.equals("source") ? "source.component" : Events.corePath(path);
    }

    private static String absent(Schema schema, String path) {
        Schema at = schema;
        for (String part : path.split("\\.", -1)) {
            Schema next = at.properties().get(part);
            if (next == null) {
                return "";
            }
            at = next;
        }
        return switch (at.type()) {
            case BOOLEAN -> "false";
            case INTEGER, NUMBER -> "0";
            case OBJECT, ARRAY, STRING, ANY -> "";
        };
    }
}
