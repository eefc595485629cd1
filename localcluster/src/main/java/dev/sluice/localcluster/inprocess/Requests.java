package dev.sluice.localcluster.inprocess;

import dev.sluice.apiserver.http.ApiRequest;
import io.fabric8.kubernetes.client.http.StandardHttpRequest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The translation of fabric8's requests into the server's.
final class Requests {
    private Requests() {}

    static ApiRequest from(StandardHttpRequest request) {
        URI uri = request.uri();
        return new ApiRequest(
                request.method(),
                uri.getPath(),
                query(uri.getRawQuery()),
                headers(request),
                body(request));
    }

    private static Map<String, List<String>> headers(StandardHttpRequest request) {
        Map<String, List<String>> headers = new LinkedHashMap<>();
        request.headers()
                .forEach((name, values) -> headers.put(name.toLowerCase(Locale.ROOT), values));
        if (request.getContentType() != null) {
            headers.put("content-type", List.of(request.getContentType()));
        }
        return headers;
    }

    private static Map<String, List<String>> query(@Nullable String raw) {
        if (raw == null || raw.isEmpty()) {
            return Map.of();
        }
        Map<String, List<String>> query = new LinkedHashMap<>();
        for (String pair : raw.split("&", -1)) {
            int equals = pair.indexOf('=');
            String name = equals < 0 ? pair : pair.substring(0, equals);
            String value = equals < 0 ? "" : pair.substring(equals + 1);
            query.computeIfAbsent(decoded(name), _ -> new ArrayList<>()).add(decoded(value));
        }
        return query;
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }

    private static byte[] body(StandardHttpRequest request) {
        return switch (request.body()) {
            case null -> new byte[0];
            case StandardHttpRequest.StringBodyContent text ->
                    text.getContent().getBytes(StandardCharsets.UTF_8);
            case StandardHttpRequest.ByteArrayBodyContent bytes -> bytes.getContent();
            case StandardHttpRequest.InputStreamBodyContent stream -> read(stream);
            default ->
                    throw new IllegalArgumentException(
                            "unknown kind of request body: " + request.body().getClass());
        };
    }

    private static byte[] read(StandardHttpRequest.InputStreamBodyContent stream) {
        try {
            return stream.getContent().readAllBytes();
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }
}
