package dev.sluice.localcluster.inprocess;

import dev.sluice.apiserver.http.ApiResponse;
import dev.sluice.apiserver.security.User;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.fabric8.kubernetes.client.http.StandardHttpClient;
import io.fabric8.kubernetes.client.http.StandardHttpRequest;
import io.fabric8.kubernetes.client.http.StandardWebSocketBuilder;
import io.fabric8.kubernetes.client.http.WebSocket;
import io.fabric8.kubernetes.client.http.WebSocketHandshakeException;
import io.fabric8.kubernetes.client.http.WebSocketResponse;
import io.fabric8.kubernetes.client.http.WebSocketUpgradeResponse;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;

/// The fabric8 transport that hands requests to an API server of the same process, as one fixed user. A request runs
/// on the thread that makes it; a watch has one virtual thread of its own.
public final class InProcessHttpClient
        extends StandardHttpClient<
                InProcessHttpClient, InProcessHttpClientFactory, InProcessHttpClientBuilder> {
    private final Door door;
    private final User user;
    private final Pumps pumps;

    InProcessHttpClient(InProcessHttpClientBuilder builder, AtomicBoolean closed) {
        super(builder, closed);
        this.door = builder.getClientFactory().door();
        this.user = builder.getClientFactory().user();
        this.pumps = builder.getClientFactory().pumps();
    }

    /// A client that is already connected. Closing it ends its watches; the server stays up.
    ///
    /// @param door usually `server::handle`
    public static KubernetesClient connect(Door door, User user) {
        return new InProcessConnection(door, user).client();
    }

    @Override
    public CompletableFuture<HttpResponse<AsyncBody>> consumeBytesDirect(
            StandardHttpRequest request, AsyncBody.Consumer<List<ByteBuffer>> consumer) {
        ApiResponse response;
        try {
            response = door.handle(Requests.from(request), user);
        } catch (KubernetesClientException unreachable) {
            return CompletableFuture.failedFuture(cause(unreachable));
        }
        AsyncBody body =
                switch (response) {
                    case ApiResponse.Whole whole -> new WholeBody(whole.body(), consumer);
                    case ApiResponse.Stream stream ->
                            new StreamedBody(pump(stream, "stream"), consumer);
                };
        return CompletableFuture.completedFuture(
                new InProcessResponse(request, response.code(), response.headers(), body));
    }

    /// A watch needs no WebSocket here: its frames are given to the listener as they come. Of the two forms that the server knows the
    /// plain stream is taken; frames are the same.
    @Override
    public CompletableFuture<WebSocketResponse> buildWebSocketDirect(
            StandardWebSocketBuilder builder, WebSocket.Listener listener) {
        StandardHttpRequest request = builder.asHttpRequest();
        ApiResponse response;
        try {
            response = door.handle(Requests.from(request), user);
        } catch (KubernetesClientException unreachable) {
            return CompletableFuture.failedFuture(cause(unreachable));
        }
        var upgrade = new WebSocketUpgradeResponse(request, response.code(), response.headers());
        if (!(response instanceof ApiResponse.Stream stream)) {
            return CompletableFuture.completedFuture(
                    new WebSocketResponse(upgrade, new WebSocketHandshakeException(upgrade)));
        }
        FrameSocket socket = new FrameSocket(pump(stream, request.uri().getPath()), listener);
        socket.open();
        return CompletableFuture.completedFuture(new WebSocketResponse(upgrade, socket));
    }

    /// As an HTTP client fails: with the fault of its socket.
    private static Throwable cause(KubernetesClientException unreachable) {
        return unreachable.getCause() == null ? unreachable : unreachable.getCause();
    }

    private FramePump pump(ApiResponse.Stream stream, String name) {
        FramePump pump = new FramePump(stream.frames(), name, pumps);
        if (isClosed()) {
            pump.close();
        }
        return pump;
    }

    @Override
    protected void doClose() {
        pumps.close();
    }
}
