package dev.sluice.apiserver.access;

import dev.sluice.apiserver.error.ApiError;
import java.util.List;

/// Tells a refusal in the words that clients know (H7.8).
final class Forbidden {
    private Forbidden() {}

    static ApiError of(Attributes asked, String reason) {
        String more = reason.isEmpty() ? "" : ": " + reason;
        String who = "User \"" + asked.user().name() + "\" cannot " + asked.verb();
        return switch (asked.target()) {
            case Attributes.Url(String path) ->
                    error("forbidden: " + who + " path \"" + path + "\"" + more, "", "", "");
            case Attributes.Resource resource -> {
                String qualified =
                        resource.group().isEmpty()
                                ? resource.resource()
                                : resource.resource() + "." + resource.group();
                String what =
                        resource.name().isEmpty()
                                ? qualified
                                : qualified + " \"" + resource.name() + "\"";
                String where =
                        resource.namespace().isEmpty()
                                ? "at the cluster scope"
                                : "in the namespace \"" + resource.namespace() + "\"";
                yield error(
                        what
                                + " is forbidden: "
                                + who
                                + " resource \""
                                + resource.combined()
                                + "\" in API group \""
                                + resource.group()
                                + "\" "
                                + where
                                + more,
                        resource.name(),
                        resource.group(),
                        resource.resource());
            }
        };
    }

    private static ApiError error(String message, String name, String group, String kind) {
        return new ApiError(
                403,
                "Forbidden",
                message,
                new ApiError.Details(name, group, kind, null, List.of(), 0));
    }
}
