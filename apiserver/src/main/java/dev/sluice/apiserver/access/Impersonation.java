package dev.sluice.apiserver.access;

import dev.sluice.apiserver.error.ApiError;
import dev.sluice.apiserver.http.ApiRequest;
import dev.sluice.apiserver.security.ServiceAccountName;
import dev.sluice.apiserver.security.User;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Whom a request wants to be taken for, by its `Impersonate-…` headers (H7.5).
///
/// @param user the user it wants to be
/// @param questions what the real user must be allowed for that, all with the verb `impersonate`
record Impersonation(User user, List<Attributes.Resource> questions) {
    private static final String PREFIX = "impersonate-";
    private static final String EXTRA = PREFIX + "extra-";
    private static final String AUTHENTICATION = "authentication.k8s.io";

    static boolean isWanted(ApiRequest request) {
        for (String header : request.headers().keySet()) {
            if (header.startsWith(PREFIX)) {
                return true;
            }
        }
        return false;
    }

    /// @throws ApiError 500 when headers name groups but no user
    static Impersonation of(ApiRequest request) {
        String name = text(request.header(PREFIX + "user"));
        List<String> groups = request.headers().getOrDefault(PREFIX + "group", List.of());
        String uid = text(request.header(PREFIX + "uid"));
        Map<String, List<String>> extra = extra(request);
        if (name.isEmpty()) {
            throw new ApiError(
                    500,
                    "InternalError",
                    "Internal error occurred: the headers ask to impersonate groups, a uid or extra"
                            + " fields, but no user: expected Impersonate-User",
                    null);
        }
        List<Attributes.Resource> questions = new ArrayList<>();
        ServiceAccountName account = ServiceAccountName.of(name);
        questions.add(
                account == null
                        ? question("", "", "users", "", name)
                        : question(account.namespace(), "", "serviceaccounts", "", account.name()));
        groups.forEach(g -> questions.add(question("", "", "groups", "", g)));
        extra.forEach(
                (key, values) ->
                        values.forEach(
                                v ->
                                        questions.add(
                                                question(
                                                        "",
                                                        AUTHENTICATION,
                                                        "userextras",
                                                        key,
                                                        v))));
        if (!uid.isEmpty()) {
            questions.add(question("", AUTHENTICATION, "uids", "", uid));
        }
        return new Impersonation(
                new User(name, uid, groups(name, groups, account), extra), questions);
    }

    private static String text(@Nullable String header) {
        return header == null ? "" : header;
    }

    private static Attributes.Resource question(
            String namespace, String group, String resource, String subresource, String name) {
        return new Attributes.Resource(namespace, group, resource, subresource, name);
    }

    /// An account without groups has its own; everybody is authenticated or not, whatever the headers say.
    private static Set<String> groups(
            String name, List<String> wanted, @Nullable ServiceAccountName account) {
        Set<String> groups = new LinkedHashSet<>(wanted);
        if (groups.isEmpty() && account != null) {
            groups.addAll(account.groups());
        }
        if (name.equals(User.ANONYMOUS.name())) {
            groups.add(User.UNAUTHENTICATED);
        } else if (!groups.contains(User.UNAUTHENTICATED)) {
            groups.add(User.AUTHENTICATED);
        }
        return groups;
    }

    private static Map<String, List<String>> extra(ApiRequest request) {
        Map<String, List<String>> extra = new TreeMap<>();
        request.headers()
                .forEach(
                        (header, values) -> {
                            if (header.startsWith(EXTRA)) {
                                extra.computeIfAbsent(
                                                decoded(header.substring(EXTRA.length())),
                                                _ -> new ArrayList<>())
                                        .addAll(values);
                            }
                        });
        return extra;
    }

    /// Keys are percent-encoded, because not every character may stand in a header's name.
    private static String decoded(String key) {
        try {
            return URLDecoder.decode(key.replace("+", "%2B"), StandardCharsets.UTF_8)
                    .toLowerCase(Locale.ROOT);
        } catch (IllegalArgumentException plain) {
            return key;
        }
    }
}
