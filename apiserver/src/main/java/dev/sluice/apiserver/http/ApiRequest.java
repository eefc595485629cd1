package dev.sluice.apiserver.http;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// One request as the handlers see it, free of any transport. The Vert.x transport makes it from a socket, an
/// in-process client makes it directly (H1.2); from here on both go the same way.
///
/// @param method upper case, `GET`
/// @param path decoded path without query, `/api/v1/namespaces/default/pods`
/// @param query decoded parameters in the order given; a parameter without `=` has the value ""
/// @param headers names in lower case
/// @param body empty when there is none; never changed by the server
public record ApiRequest(
        String method,
        String path,
        Map<String, List<String>> query,
        Map<String, List<String>> headers,
        byte[] body) {

    /// The first value of a query parameter (H1.11: names are case-sensitive), or null.
    public @Nullable String parameter(String name) {
        List<String> values = query.get(name);
        return values == null || values.isEmpty() ? null : values.getFirst();
    }

    /// Whether a parameter is set: any text but `false` and `0` is true, also none at all (recorded at H1.11).
    public boolean flag(String name) {
        String value = parameter(name);
        return value != null && !value.equals("false") && !value.equals("0");
    }

    /// The first value of a header, or null.
    public @Nullable String header(String name) {
        List<String> values = headers.get(name.toLowerCase(Locale.ROOT));
        return values == null || values.isEmpty() ? null : values.getFirst();
    }

    /// True when the client asks for a WebSocket (H1.60).
    public boolean wantsWebSocket() {
        String upgrade = header("upgrade");
        return upgrade != null && upgrade.equalsIgnoreCase("websocket");
    }
}
