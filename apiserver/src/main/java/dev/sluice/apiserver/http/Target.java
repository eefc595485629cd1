package dev.sluice.apiserver.http;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What a request is sent to: a path and a query, taken out of their percent-encoding.
final class Target {
    private Target() {}

    /// @return null when a percent sign is not followed by two hexadecimal digits: no such path is served
    static @Nullable String path(@Nullable String encoded) {
        if (encoded == null) {
            return "/";
        }
        return encoded.indexOf('%') < 0 ? encoded : decoded(encoded.replace("+", "%2B"));
    }

    /// The values of each parameter, in order. A pair whose encoding is malformed, or that holds a semicolon, does not count: the reference
    /// server passes over it as well.
    static Map<String, List<String>> parameters(@Nullable String query) {
        Map<String, List<String>> valuesByName = new LinkedHashMap<>();
        if (query == null || query.isEmpty()) {
            return valuesByName;
        }
        for (String pair : query.split("&", -1)) {
            int equals = pair.indexOf('=');
            String name = decoded(equals < 0 ? pair : pair.substring(0, equals));
            String value = equals < 0 ? "" : decoded(pair.substring(equals + 1));
            if (!pair.isEmpty() && pair.indexOf(';') < 0 && name != null && value != null) {
                valuesByName.computeIfAbsent(name, _ -> new ArrayList<>(1)).add(value);
            }
        }
        return valuesByName;
    }

    private static @Nullable String decoded(String encoded) {
        if (encoded.indexOf('%') < 0 && encoded.indexOf('+') < 0) {
            return encoded;
        }
        try {
            return URLDecoder.decode(encoded, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException malformed) {
            return null;
        }
    }
}
