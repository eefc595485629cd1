package dev.sluice.apiserver.admission.webhook;

import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpClosedException;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.net.PemTrustOptions;
import io.vertx.core.net.SocketAddress;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/// Calls webhooks over TLS, on connections that are used again (H2.87). The caller's thread waits; the event loop that
/// carries the bytes is this client's own, so a slow webhook holds up nobody else. Nothing is opened before the first call.
public final class WebhookClient implements AutoCloseable {
    /// Connections to one webhook server that are open at a time, when it speaks HTTP/1.1.
    private static final int CONNECTIONS_MAX = 64;

    /// Trust bundles for which connections are kept.
    private static final int BUNDLES_MAX = 64;

    private static final int ANSWER_BYTES_MAX = 4 << 20;
    private static final int CLOSE_SECONDS_MAX = 5;

    private final ServiceAddresses addresses;
    private final Map<String, HttpClient> clients =
            new LinkedHashMap<>(16, 0.75f, true) {
                private static final long serialVersionUID = 1L;

                @Override
                protected boolean removeEldestEntry(Map.Entry<String, HttpClient> eldest) {
                    if (size() > BUNDLES_MAX) {
                        eldest.getValue().close();
                        return true;
                    }
                    return false;
                }
            };

    private @Nullable Vertx vertx;
    private boolean closed;

    public WebhookClient(ServiceAddresses addresses) {
        this.addresses = addresses;
    }

    /// Posts a document.
    ///
    /// @return the body of an answer that says 200
    /// @throws CallFailure when there is none within the time
    byte[] post(Backend backend, int timeoutSeconds, byte[] document) throws CallFailure {
        RequestOptions options = address(backend, timeoutSeconds);
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(timeoutSeconds);
        HttpClient client = client(backend.authorities());
        try {
            return attempt(client, options, document, deadline);
        } catch (HttpClosedException stale) {
            // a connection that had been idle was closed at the other end meanwhile
            try {
                return attempt(client, options, document, deadline);
            } catch (HttpClosedException again) {
                throw failure(backend, timeoutSeconds, "EOF");
            } catch (Refusal refusal) {
                throw failure(backend, timeoutSeconds, refusal.why);
            }
        } catch (Refusal refusal) {
            throw failure(backend, timeoutSeconds, refusal.why);
        }
    }

    private static final class Refusal extends Exception {
        private static final long serialVersionUID = 1L;
        private final String why;

        Refusal(String why) {
            super(why, null, false, false);
            this.why = why;
        }
    }

    private static CallFailure failure(Backend backend, int timeoutSeconds, String why) {
        return new CallFailure("Post \"" + backend.url(timeoutSeconds) + "\": " + why);
    }

    private byte[] attempt(
            HttpClient client, RequestOptions options, byte[] document, long deadline)
            throws Refusal, HttpClosedException, CallFailure {
        Answer answer;
        try {
            answer =
                    client.request(options)
                            .compose(request -> send(request, document))
                            .toCompletionStage()
                            .toCompletableFuture()
                            .get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException late) {
            throw new Refusal("context deadline exceeded");
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new Refusal("context canceled");
        } catch (ExecutionException failed) {
            Throwable cause = failed.getCause();
            if (cause instanceof HttpClosedException closedByPeer) {
                throw closedByPeer;
            }
            throw new Refusal(why(cause, options));
        }
        if (answer.status() != 200) {
            throw new CallFailure(refusal(answer.status()));
        }
        return answer.body();
    }

    private record Answer(int status, byte[] body) {}

    private static io.vertx.core.Future<Answer> send(HttpClientRequest request, byte[] document) {
        return request.send(Buffer.buffer(document))
                .compose(
                        (HttpClientResponse response) -> {
                            Buffer body = Buffer.buffer();
                            io.vertx.core.Promise<Answer> done = io.vertx.core.Promise.promise();
                            response.handler(
                                    chunk -> {
                                        body.appendBuffer(chunk);
                                        if (body.length() > ANSWER_BYTES_MAX) {
                                            done.tryFail(
                                                    "the answer is longer than "
                                                            + ANSWER_BYTES_MAX
                                                            + " bytes");
                                            request.reset();
                                        }
                                    });
                            response.exceptionHandler(done::tryFail);
                            response.endHandler(
                                    _ ->
                                            done.tryComplete(
                                                    new Answer(
                                                            response.statusCode(),
                                                            body.getBytes())));
                            return done.future();
                        });
    }

    private RequestOptions address(Backend backend, int timeoutSeconds) throws CallFailure {
        String url = backend.url(timeoutSeconds);
        RequestOptions options =
                new RequestOptions()
                        .setMethod(HttpMethod.POST)
                        .setAbsoluteURI(url)
                        .setFollowRedirects(false)
                        .setConnectTimeout(TimeUnit.SECONDS.toMillis(timeoutSeconds))
                        .setTimeout(TimeUnit.SECONDS.toMillis(timeoutSeconds) + 1_000)
                        .putHeader("Content-Type", "application/json")
                        .putHeader("Accept", "application/json, */*");
        if (backend instanceof Backend.Service service) {
            ServiceAddresses.Found found =
                    addresses.find(service.namespace(), service.name(), service.port());
            switch (found) {
                case ServiceAddresses.Found.At(String host, int port) ->
                        options.setServer(SocketAddress.inetSocketAddress(port, host));
                case ServiceAddresses.Found.Nowhere(String why) -> throw new CallFailure(why);
            }
        }
        return options;
    }

    private static String why(@Nullable Throwable cause, RequestOptions options) {
        return switch (cause) {
            case UnknownHostException _ ->
                    "dial tcp: lookup " + options.getHost() + ": no such host";
            case ConnectException refused when isRefused(refused) ->
                    "dial tcp " + place(options) + ": connect: connection refused";
            case ConnectException other -> "dial tcp " + place(options) + ": " + other.getMessage();
            case SSLException untrusted ->
                    "tls: failed to verify certificate: " + innermost(untrusted).getMessage();
            case null -> "unknown";
            default -> String.valueOf(cause.getMessage());
        };
    }

    private static boolean isRefused(ConnectException failure) {
        return String.valueOf(failure.getMessage()).contains("refused");
    }

    private static Throwable innermost(Throwable failure) {
        Throwable inner = failure;
        while (inner.getCause() != null) {
            inner = inner.getCause();
        }
        return inner;
    }

    private static String place(RequestOptions options) {
        return options.getServer() instanceof SocketAddress server
                ? server.host() + ":" + server.port()
                : options.getHost() + ":" + options.getPort();
    }

    /// What clients say of an answer that is no answer.
    private static String refusal(int status) {
        return switch (status) {
            case 401 -> "the server has asked for the client to provide credentials";
            case 403 -> "forbidden: unknown";
            case 404 -> "the server could not find the requested resource";
            case 405 -> "the server does not allow this method on the requested resource";
            case 503 -> "the server is currently unable to handle the request";
            default ->
                    status >= 500
                            ? "an error on the server (\"unknown\") has prevented the request from"
                                    + " succeeding"
                            : "the server responded with the status code "
                                    + status
                                    + " but did not return more information";
        };
    }

    private synchronized HttpClient client(String authorities) throws CallFailure {
        if (closed) {
            throw new CallFailure("the server is closing");
        }
        HttpClient known = clients.get(authorities);
        if (known != null) {
            return known;
        }
        HttpClientOptions options =
                new HttpClientOptions()
                        .setSsl(true)
                        .setVerifyHost(true)
                        .setUseAlpn(true)
                        .setProtocolVersion(HttpVersion.HTTP_2)
                        .setTcpNoDelay(true);
        if (!authorities.isEmpty()) {
            options.setTrustOptions(
                    new PemTrustOptions()
                            .addCertValue(
                                    Buffer.buffer(
                                            authorities.getBytes(StandardCharsets.ISO_8859_1))));
        }
        HttpClient made =
                loop().createHttpClient(
                                options, new PoolOptions().setHttp1MaxSize(CONNECTIONS_MAX));
        clients.put(authorities, made);
        return made;
    }

    private Vertx loop() {
        Vertx known = vertx;
        if (known == null) {
            known =
                    Vertx.vertx(
                            new VertxOptions()
                                    .setEventLoopPoolSize(1)
                                    .setWorkerPoolSize(1)
                                    .setInternalBlockingPoolSize(2));
            vertx = known;
        }
        return known;
    }

    @Override
    public void close() {
        Vertx open;
        synchronized (this) {
            closed = true;
            open = vertx;
            clients.clear();
        }
        if (open == null) {
            return;
        }
        try {
            open.close()
                    .toCompletionStage()
                    .toCompletableFuture()
                    .get(CLOSE_SECONDS_MAX, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException failure) {
            org.slf4j.LoggerFactory.getLogger(WebhookClient.class)
                    .warn("The connections to webhooks did not close cleanly", failure);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
