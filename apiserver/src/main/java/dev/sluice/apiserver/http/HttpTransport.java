package dev.sluice.apiserver.http;

import dev.sluice.apiserver.StartupFailure;
import dev.sluice.apiserver.security.Authenticator;
import dev.sluice.apiserver.security.Credentials;
import dev.sluice.apiserver.security.Limits;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.ClientAuth;
import io.vertx.core.http.Http2Settings;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.net.KeyCertOptions;
import io.vertx.core.net.PemTrustOptions;
import io.vertx.core.net.ServerSSLOptions;
import java.net.BindException;
import java.net.UnknownHostException;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The server's port: HTTP/1.1, HTTP/2 and WebSockets over TLS (H1.1), on loopback unless the user asks for more (H7.20). It turns sockets into
/// [ApiRequest]s and [ApiResponse]s into bytes; request logic runs on virtual threads, never on an event loop (H10.20).
public final class HttpTransport implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(HttpTransport.class);
    private static final int HEADER_BYTES_MAX = 1 << 20;
    private static final int STREAMS_MAX = 250;
    private static final int H2_WINDOW_BYTES = 256 << 10;
    private static final int CLOSE_SECONDS_MAX = 5;
    private static final int LISTEN_SECONDS_MAX = 30;

    private final Vertx vertx;
    private final HttpServer server;

    private HttpTransport(Vertx vertx, HttpServer server) {
        this.vertx = vertx;
        this.server = server;
    }

    /// Listens.
    ///
    /// @param host an address of this machine
    /// @param port 0 lets the system choose
    /// @throws StartupFailure when the port is taken or may not be used
    public static HttpTransport listen(
            String host,
            int port,
            Credentials credentials,
            Authenticator authenticator,
            RequestChain chain,
            Limits limits)
            throws StartupFailure, GeneralSecurityException {
        HttpServerOptions options = options(credentials);
        Vertx vertx =
                Vertx.builder()
                        .with(
                                new VertxOptions()
                                        .setEventLoopPoolSize(2)
                                        .setWorkerPoolSize(1)
                                        .setInternalBlockingPoolSize(2))
                        .build();
        HttpServer server = vertx.createHttpServer(options);
        Exchanges exchanges = new Exchanges(authenticator, chain, limits);
        server.connectionHandler(exchanges::connected);
        server.requestHandler(exchanges::accept);
        try {
            server.listen(port, host)
                    .toCompletionStage()
                    .toCompletableFuture()
                    .get(LISTEN_SECONDS_MAX, TimeUnit.SECONDS);
            return new HttpTransport(vertx, server);
        } catch (ExecutionException failure) {
            vertx.close();
            throw new StartupFailure(
                    "The port "
                            + port
                            + " of "
                            + host
                            + " cannot be opened: "
                            + reason(Objects.requireNonNullElse(failure.getCause(), failure)),
                    failure);
        } catch (TimeoutException | InterruptedException failure) {
            vertx.close();
            throw new StartupFailure("The port " + port + " did not open in time", failure);
        }
    }

    /// Shows new connections another certificate; those that are open go on.
    public void use(Credentials credentials) throws GeneralSecurityException {
        HttpServerOptions wanted = options(credentials);
        await(
                server.updateSSLOptions(
                                new ServerSSLOptions()
                                        .setClientAuth(ClientAuth.REQUEST)
                                        .setUseAlpn(true)
                                        .setApplicationLayerProtocols(List.of("h2", "http/1.1"))
                                        .setKeyCertOptions(wanted.getKeyCertOptions())
                                        .setTrustOptions(wanted.getTrustOptions()))
                        .mapEmpty());
    }

    public int port() {
        return server.actualPort();
    }

    @Override
    public void close() {
        await(server.close());
        // Not chained to the former: what runs after a server's end runs on a loop that this ends.
        await(vertx.close());
    }

    private static void await(Future<Void> end) {
        try {
            end.toCompletionStage().toCompletableFuture().get(CLOSE_SECONDS_MAX, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException failure) {
            LOG.warn("The port did not close cleanly", failure);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static HttpServerOptions options(Credentials credentials)
            throws GeneralSecurityException {
        return new HttpServerOptions()
                .setSsl(true)
                .setUseAlpn(true)
                .setKeyCertOptions(KeyCertOptions.wrap(credentials.serverKey()))
                .setTrustOptions(
                        new PemTrustOptions().addCertValue(Buffer.buffer(credentials.caPem())))
                .setClientAuth(ClientAuth.REQUEST)
                .setMaxHeaderSize(HEADER_BYTES_MAX)
                .setMaxInitialLineLength(64 << 10)
                .setTcpNoDelay(true)
                .setHttp2ConnectionWindowSize(4 * H2_WINDOW_BYTES)
                .setInitialSettings(
                        new Http2Settings()
                                .setMaxConcurrentStreams(STREAMS_MAX)
                                .setInitialWindowSize(H2_WINDOW_BYTES));
    }

    private static String reason(@Nullable Throwable cause) {
        return switch (cause) {
            case BindException refused
                    when String.valueOf(refused.getMessage()).contains("assign requested") ->
                    "no network of this machine has that address; expected one of its own.";
            case BindException _ -> "it is in use. Choose another one (0 takes any).";
            case UnknownHostException _ ->
                    "no such host is known; expected an address of this machine.";
            case null -> "unknown";
            default -> String.valueOf(cause.getMessage());
        };
    }
}
