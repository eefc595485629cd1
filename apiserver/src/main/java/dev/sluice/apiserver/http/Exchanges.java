package dev.sluice.apiserver.http;

import dev.sluice.apiserver.error.ApiError;
import dev.sluice.apiserver.resource.Answers;
import dev.sluice.apiserver.security.Authenticator;
import dev.sluice.apiserver.security.Limits;
import dev.sluice.apiserver.security.User;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServerRequest;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;

/// Takes requests from the event loops, reads their bodies and hands them to virtual threads.
final class Exchanges {
    private static final int AUDIT_ID_MAX = 128;

    private final Authenticator authenticator;
    private final RequestChain chain;
    private final Map<HttpConnection, Optional<X509Certificate>> certificates =
            new ConcurrentHashMap<>();

    private final InFlight inFlight;
    private final int connectionsMax;

    Exchanges(Authenticator authenticator, RequestChain chain, Limits limits) {
        this.inFlight = new InFlight(limits);
        this.connectionsMax = limits.connectionsMax();
        this.authenticator = authenticator;
        this.chain = chain;
    }

    /// On an event loop: must not block.
    void accept(HttpServerRequest request) {
        X509Certificate certificate = certificate(request.connection());
        boolean upgrade = request.getHeader("Upgrade") != null;
        String given = request.getHeader("Audit-Id");
        String auditId = given == null || given.length() > AUDIT_ID_MAX ? newId() : given;
        Responder responder = new Responder(request, upgrade, auditId);
        InFlight.Permit permit = inFlight.enter(request.method().name(), isLong(request, upgrade));
        if (permit == null) {
            // the body is not read: what floods is not kept
            Thread.startVirtualThread(() -> responder.send(tooMany()));
            return;
        }
        Start start = body -> start(request, certificate, body, responder, auditId, permit);
        if (upgrade) {
            request.pause();
            start.with(Buffer.buffer());
        } else if (hasNoBody(request)) {
            start.with(Buffer.buffer());
        } else {
            BodyReader.read(
                    request,
                    start::with,
                    () ->
                            Thread.startVirtualThread(
                                    () -> {
                                        responder.send(tooLarge());
                                        permit.leave();
                                    }),
                    permit::leave);
        }
    }

    /// Goes on with a request whose body is there.
    @FunctionalInterface
    private interface Start {
        void with(Buffer body);
    }

    private void start(
            HttpServerRequest request,
            @Nullable X509Certificate certificate,
            Buffer body,
            Responder responder,
            String auditId,
            InFlight.Permit permit) {
        Thread.startVirtualThread(
                () -> {
                    try {
                        String path = Target.path(request.path());
                        if (path == null) {
                            responder.send(malformedPath());
                        } else {
                            ApiRequest made = request(request, path, body, auditId);
                            serve(made, certificate, responder, permit.isLasting());
                        }
                    } finally {
                        permit.leave();
                    }
                });
    }

    /// Verifying a token takes time, which event loops have not got: it is done here.
    private void serve(
            ApiRequest request,
            @Nullable X509Certificate certificate,
            Responder responder,
            boolean lasting) {
        User user = authenticator.authenticate(certificate, request.header("authorization"));
        if (user == null) {
            responder.send(chain.refuseStranger(request));
        } else if (!lasting) {
            responder.send(chain.handle(request, user));
        } else if (inFlight.enterWatch(user.name())) {
            try {
                responder.send(chain.handle(request, user));
            } finally {
                inFlight.leaveWatch(user.name());
            }
        } else {
            responder.send(tooMany());
        }
    }

    /// Watches and followed logs last as long as their client likes; they do not count as in flight (H1.5).
    private static boolean isLong(HttpServerRequest request, boolean upgrade) {
        String query = request.query();
        if (!request.method().name().equals("GET")) {
            return false;
        }
        if (upgrade || query == null) {
            return upgrade;
        }
        return (query.contains("watch") && isSet(query, "watch"))
                || (query.contains("follow")
                        && isSet(query, "follow")
                        && String.valueOf(request.path()).endsWith("/log"));
    }

    private static boolean isSet(String query, String flag) {
        List<String> values = Target.parameters(query).getOrDefault(flag, List.of("false"));
        return !values.getFirst().equals("false") && !values.getFirst().equals("0");
    }

    private static boolean hasNoBody(HttpServerRequest request) {
        return switch (request.method().name()) {
            case "GET", "HEAD" ->
                    request.getHeader("Content-Length") == null
                            && request.getHeader("Transfer-Encoding") == null;
            default -> false;
        };
    }

    /// Takes a new connection, or closes it when there are too many. On its event loop.
    void connected(HttpConnection connection) {
        if (certificates.size() >= connectionsMax) {
            connection.close();
            return;
        }
        certificates.put(connection, Optional.ofNullable(read(connection.sslSession())));
        connection.closeHandler(_ -> certificates.remove(connection));
    }

    private @Nullable X509Certificate certificate(HttpConnection connection) {
        Optional<X509Certificate> known = certificates.get(connection);
        return known == null ? null : known.orElse(null);
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

    private static ApiRequest request(
            HttpServerRequest request, String path, Buffer body, String auditId) {
        Map<String, List<String>> headers = new HashMap<>();
        for (Map.Entry<String, String> header : request.headers().entries()) {
            headers.computeIfAbsent(
                            header.getKey().toLowerCase(Locale.ROOT), _ -> new ArrayList<>(1))
                    .add(header.getValue());
        }
        headers.put("audit-id", List.of(auditId));
        return new ApiRequest(
                request.method().name(),
                path,
                Target.parameters(request.query()),
                headers,
                body.getBytes());
    }

    private static ApiResponse malformedPath() {
        return Answers.text(400, "400 Bad Request: the path holds a malformed percent-encoding");
    }

    private static ApiResponse tooMany() {
        return Answers.refusal(
                new ApiError(
                        429,
                        "TooManyRequests",
                        "the server has received too many requests and has asked us to try again later",
                        new ApiError.Details(null, null, null, null, List.of(), 1)));
    }

    private static String newId() {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        return new UUID(random.nextLong(), random.nextLong()).toString();
    }

    private static ApiResponse tooLarge() {
        return Answers.refusal(
                new ApiError(
                        413,
                        "RequestEntityTooLarge",
                        "Request entity too large: limit is " + BodyReader.BYTES_MAX,
                        null));
    }
}
