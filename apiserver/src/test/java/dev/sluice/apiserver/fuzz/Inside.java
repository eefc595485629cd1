package dev.sluice.apiserver.fuzz;

import dev.sluice.apiserver.ApiServer;
import dev.sluice.apiserver.http.ApiRequest;
import dev.sluice.apiserver.http.ApiResponse;
import dev.sluice.apiserver.security.User;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// The way past the port: a [Shot] as the server's own controllers would send it, by the administrator.
final class Inside {
    private Inside() {}

    static Answer send(ApiServer server, Shot shot) {
        Map<String, List<String>> headers = new LinkedHashMap<>();
        for (int i = 0; i < shot.headers().size(); i += 2) {
            headers.computeIfAbsent(
                            shot.headers().get(i).toLowerCase(Locale.ROOT), _ -> new ArrayList<>())
                    .add(shot.headers().get(i + 1));
        }
        ApiRequest request =
                new ApiRequest(
                        shot.method(), decoded(shot.path()), query(shot), headers, shot.body());
        return switch (server.handle(request, User.ADMIN)) {
            case ApiResponse.Whole whole -> new Answer(whole.code(), whole.body(), true);
            case ApiResponse.Stream stream -> {
                stream.frames().close();
                yield new Answer(stream.code(), new byte[0], true);
            }
        };
    }

    private static Map<String, List<String>> query(Shot shot) {
        Map<String, List<String>> query = new LinkedHashMap<>();
        String text = shot.target().substring(shot.path().length());
        if (!text.isEmpty()) {
            for (String pair : text.substring(1).split("&", -1)) {
                String[] parts = pair.split("=", 2);
                query.computeIfAbsent(decoded(parts[0]), _ -> new ArrayList<>())
                        .add(parts.length == 2 ? decoded(parts[1]) : "");
            }
        }
        return query;
    }

    private static String decoded(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException malformed) {
            return text;
        }
    }
}
