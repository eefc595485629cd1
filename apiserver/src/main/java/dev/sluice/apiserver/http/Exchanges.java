package dev.sluice.apiserver.http;

import dev.sluice.apiserver.error.ApiError;
import dev.sluice.apiserver.resource.Answers;
import dev.sluice.apiserver.security.Authenticator;
import dev.sluice.apiserver.security.User;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServerRequest;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;

/// Takes requests from the event loops, reads their bodies and hands them to virtual threads.
final class Exchanges {
    /// Larger bodies are refused (H1.8).
    private static final int BODY_BYTES_MAX = 3 << 20;

    private final Authenticator authenticator;
    private final RequestChain chain;
    private final Map<HttpConnection, Optional<X509Certificate>> certificates =
            new ConcurrentHashMap<>();

    Exchanges(Authenticator authenticator, RequestChain chain) {
        this.authenticator = authenticator;
        this.chain = chain;
    }

    /// On an event loop: must not block.
    void accept(HttpServerRequest request) {
        X509Certificate certificate = certificate(request.connection());
        boolean upgrade = request.getHeader("Upgrade") != null;
        Responder responder = new Responder(request, upgrade);
        if (upgrade) {
            request.pause();
            start(request, certificate, Buffer.buffer(), responder);
            return;
        }
        if (hasNoBody(request)) {
            start(request, certificate, Buffer.buffer(), responder);
            return;
        }
        Buffer body = Buffer.buffer();
        request.handler(
                chunk -> {
                    if (body.length() <= BODY_BYTES_MAX) {
                        body.appendBuffer(chunk);
                    }
                });
        request.endHandler(
                _ -> {
                    if (body.length() > BODY_BYTES_MAX) {
                        Thread.startVirtualThread(() -> responder.send(tooLarge()));
                    } else {
                        start(request, certificate, body, responder);
                    }
                });
    }

    private void start(
            HttpServerRequest request,
            @Nullable X509Certificate certificate,
            Buffer body,
            Responder responder) {
        ApiRequest made = request(request, body);
        Thread.startVirtualThread(() -> responder.send(answer(made, certificate)));
    }

    /// Verifying a token takes time, which event loops have not got: it is done here.
    private ApiResponse answer(ApiRequest request, @Nullable X509Certificate certificate) {
        User user = authenticator.authenticate(certificate, request.header("authorization"));
        return user == null ? unauthorized() : chain.handle(request, user);
    }

    private static boolean hasNoBody(HttpServerRequest request) {
        return switch (request.method().name()) {
            case "GET", "HEAD" ->
                    request.getHeader("Content-Length") == null
                            && request.getHeader("Transfer-Encoding") == null;
            default -> false;
        };
    }

    private @Nullable X509Certificate certificate(HttpConnection connection) {
        Optional<X509Certificate> known = certificates.get(connection);
        if (known == null) {
            known = Optional.ofNullable(read(connection.sslSession()));
            certificates.put(connection, known);
            connection.closeHandler(_ -> certificates.remove(connection));
        }
        return known.orElse(null);
    }

    private static @Nullable X509Certificate read(@Nullable SSLSession session) {
        if (session == null) {
            return null;
        }
        try {
            Certificate[] chain = session.getPeerCertificates();
            return chain.length > 0 && chain[0] instanceof X509Certificate leaf ? leaf : null;
        } catch (SSLPeerUnverifiedException none) {
            return null;
        }
    }

    private static ApiRequest request(HttpServerRequest request, Buffer body) {
        Map<String, List<String>> query = new LinkedHashMap<>();
        if (request.query() != null) {
            for (Map.Entry<String, String> parameter : request.params().entries()) {
                query.computeIfAbsent(parameter.getKey(), _ -> new ArrayList<>(1))
                        .add(parameter.getValue());
            }
        }
        Map<String, List<String>> headers = new HashMap<>();
        for (Map.Entry<String, String> header : request.headers().entries()) {
            headers.computeIfAbsent(
                            header.getKey().toLowerCase(Locale.ROOT), _ -> new ArrayList<>(1))
                    .add(header.getValue());
        }
        return new ApiRequest(
                request.method().name(), path(request), query, headers, body.getBytes());
    }

    private static String path(HttpServerRequest request) {
        String path = request.path() == null ? "/" : request.path();
        if (path.indexOf('%') < 0) {
            return path;
        }
        try {
            return URLDecoder.decode(path.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException malformed) {
            return path;
        }
    }

    private static ApiResponse unauthorized() {
        return Answers.refusal(new ApiError(401, "Unauthorized", "Unauthorized", null));
    }

    private static ApiResponse tooLarge() {
        return Answers.refusal(
                new ApiError(
                        413,
                        "RequestEntityTooLarge",
                        "Request entity too large: limit is " + BODY_BYTES_MAX,
                        null));
    }
}
