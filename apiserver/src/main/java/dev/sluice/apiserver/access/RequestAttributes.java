package dev.sluice.apiserver.access;

import dev.sluice.apiserver.http.ApiRequest;
import dev.sluice.apiserver.security.User;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// Reads a request as a question to the access control. It looks at the path alone, so that a refusal tells nothing about
/// what is served.
final class RequestAttributes {
    private static final String NAME = "metadata.name=";

    /// Below a namespace's own name these are subresources of the namespace, not resources in it (H1.20).
    private static final Set<String> OF_NAMESPACE = Set.of("status", "finalize");

    private RequestAttributes() {}

    /// @param segments of the path, without empty ones
    static Attributes of(ApiRequest request, User user, List<String> segments) {
        String first = segments.isEmpty() ? "" : segments.getFirst();
        int start = first.equals("api") ? 2 : first.equals("apis") ? 3 : Integer.MAX_VALUE;
        if (segments.size() <= start) {
            return new Attributes(
                    user,
                    request.method().toLowerCase(Locale.ROOT),
                    new Attributes.Url(request.path()));
        }
        String group = start == 2 ? "" : segments.get(1);
        return resource(request, user, group, segments.subList(start, segments.size()));
    }

    private static Attributes resource(
            ApiRequest request, User user, String group, List<String> parts) {
        String namespace = "";
        List<String> rest = parts;
        if (parts.getFirst().equals("namespaces") && parts.size() > 1) {
            namespace = parts.get(1);
            if (parts.size() > 2 && !OF_NAMESPACE.contains(parts.get(2))) {
                rest = parts.subList(2, parts.size());
            }
        }
        String name = rest.size() > 1 ? rest.get(1) : "";
        boolean collection = name.isEmpty();
        String verb = verb(request, collection);
        return new Attributes(
                user,
                verb,
                new Attributes.Resource(
                        namespace,
                        group,
                        rest.getFirst(),
                        rest.size() > 2 ? String.join("/", rest.subList(2, rest.size())) : "",
                        verb.equals("watch") || collection ? selectedName(request, verb) : name));
    }

    private static String verb(ApiRequest request, boolean collection) {
        return switch (request.method()) {
            // a named watch is served as a watch of the collection, and asked for as one
            case "GET", "HEAD" -> request.flag("watch") ? "watch" : collection ? "list" : "get";
            case "POST" -> "create";
            case "PUT" -> "update";
            case "PATCH" -> "patch";
            case "DELETE" -> collection ? "deletecollection" : "delete";
            default -> request.method().toLowerCase(Locale.ROOT);
        };
    }

    /// A selector that names one object makes a list as narrow as a get.
    private static String selectedName(ApiRequest request, String verb) {
        String selector = request.parameter("fieldSelector");
        if (verb.equals("create") || selector == null) {
            return "";
        }
        for (String term : selector.split(",", -1)) {
            if (term.startsWith(NAME)) {
                String name = term.substring(NAME.length());
                return name.startsWith("=") ? name.substring(1) : name;
            }
        }
        return "";
    }
}
