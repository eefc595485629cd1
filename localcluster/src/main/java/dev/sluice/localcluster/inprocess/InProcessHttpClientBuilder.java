package dev.sluice.localcluster.inprocess;

import io.fabric8.kubernetes.client.http.StandardHttpClientBuilder;
import java.util.concurrent.atomic.AtomicBoolean;

/// Builds in-process clients. Settings of sockets, proxies and TLS have no meaning here and are ignored;
/// interceptors work.
public final class InProcessHttpClientBuilder
        extends StandardHttpClientBuilder<
                InProcessHttpClient, InProcessHttpClientFactory, InProcessHttpClientBuilder> {

    InProcessHttpClientBuilder(InProcessHttpClientFactory factory) {
        super(factory);
    }

    @Override
    public InProcessHttpClient build() {
        // A client derived from another shares its life.
        InProcessHttpClient parent = getClient();
        return new InProcessHttpClient(
                this, parent == null ? new AtomicBoolean() : parent.getClosed());
    }

    @Override
    protected InProcessHttpClientBuilder newInstance(InProcessHttpClientFactory factory) {
        return new InProcessHttpClientBuilder(factory);
    }
}
