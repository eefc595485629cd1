package dev.sluice.apiserver.access;

import dev.sluice.apiserver.http.ApiRequest;
import dev.sluice.apiserver.security.User;
import java.util.List;
import java.util.stream.Stream;

/// One question to the access control: may this user do that?
///
/// @param verb `get`, `list`, `create`, …; for a path the method in lower case
/// @param target what it is done to
public record Attributes(User user, String verb, Target target) {

    /// The question that a request asks.
    public static Attributes of(ApiRequest request, User user) {
        List<String> segments =
                Stream.of(request.path().split("/", -1)).filter(s -> !s.isEmpty()).toList();
        return RequestAttributes.of(request, user, segments);
    }

    /// What something is done to.
    public sealed interface Target {}

    /// An object, a collection, or something below an object.
    ///
    /// @param namespace empty at the cluster scope
    /// @param group of the API; empty for the core group
    /// @param resource plural, `pods`
    /// @param subresource empty for the object itself
    /// @param name empty for a collection
    public record Resource(
            String namespace, String group, String resource, String subresource, String name)
            implements Target {
        /// `pods` or `pods/log`, as rules write it.
        public String combined() {
            return subresource.isEmpty() ? resource : resource + "/" + subresource;
        }
    }

    /// A path that is no resource, such as `/metrics`.
    public record Url(String path) implements Target {}
}
