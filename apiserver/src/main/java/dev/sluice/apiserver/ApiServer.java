package dev.sluice.apiserver;

import dev.sluice.apiserver.access.AccessControl;
import dev.sluice.apiserver.access.AccessReviews;
import dev.sluice.apiserver.access.PolicyBootstrap;
import dev.sluice.apiserver.admission.AdmissionPlugin;
import dev.sluice.apiserver.admission.BuiltInAdmission;
import dev.sluice.apiserver.admission.ObjectReader;
import dev.sluice.apiserver.crd.Definitions;
import dev.sluice.apiserver.discovery.Discovery;
import dev.sluice.apiserver.discovery.Health;
import dev.sluice.apiserver.http.ApiRequest;
import dev.sluice.apiserver.http.ApiResponse;
import dev.sluice.apiserver.http.HttpTransport;
import dev.sluice.apiserver.http.RequestChain;
import dev.sluice.apiserver.kind.BuiltInKinds;
import dev.sluice.apiserver.kind.KindRegistry;
import dev.sluice.apiserver.openapi.OpenApi;
import dev.sluice.apiserver.resource.Bootstrap;
import dev.sluice.apiserver.resource.CustomDefinitions;
import dev.sluice.apiserver.resource.ResourceHandler;
import dev.sluice.apiserver.resource.StoredObjects;
import dev.sluice.apiserver.security.AccountTokens;
import dev.sluice.apiserver.security.Authenticator;
import dev.sluice.apiserver.security.Credentials;
import dev.sluice.apiserver.security.User;
import dev.sluice.apiserver.store.DataDirectory;
import dev.sluice.apiserver.store.JournalFailure;
import dev.sluice.apiserver.store.Store;
import dev.sluice.apiserver.watch.WatchHub;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One Kubernetes API server: its store, its kinds, its request chain and, unless told otherwise, its port. Several can
/// live in one process.
public final class ApiServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ApiServer.class);

    private final @Nullable DataDirectory directory;
    private final Store store;
    private final WatchHub hub;
    private final KindRegistry kinds;
    private final ObjectReader objects;
    private final Credentials credentials;
    private final RequestChain chain;
    private final @Nullable HttpTransport transport;

    private ApiServer(
            ApiServerConfig config,
            @Nullable DataDirectory directory,
            Store store,
            Credentials credentials)
            throws StartupFailure {
        this.directory = directory;
        this.store = store;
        this.credentials = credentials;
        this.hub = new WatchHub();
        store.onCommit(hub::changed);
        this.kinds = new KindRegistry(BuiltInKinds.all(config.clock()));
        this.objects = new StoredObjects(store);
        AccessControl access = new AccessControl(store);
        AccountTokens tokens = new AccountTokens(credentials.signingKey(), objects, config.clock());
        Authenticator authenticator =
                new Authenticator(credentials.token(), config.tokens(), tokens);
        List<AdmissionPlugin> admission = new ArrayList<>(config.admission());
        admission.add(access.escalationCheck());
        CustomDefinitions definitions =
                new CustomDefinitions(
                        store, kinds, new Definitions(config.clock()), config.clock());
        definitions.settle();
        ResourceHandler resources =
                new ResourceHandler(
                        store,
                        hub,
                        kinds,
                        BuiltInAdmission.before(admission),
                        objects,
                        config.clock(),
                        config.bookmarkInterval(),
                        definitions,
                        new AccessReviews(access, authenticator, config.clock()),
                        tokens);
        this.chain =
                new RequestChain(
                        access,
                        kinds,
                        new Discovery(kinds),
                        new Health(store),
                        resources,
                        otherPaths(kinds));
        Bootstrap.run(chain, objects);
        PolicyBootstrap.run(store, config.clock().instant());
        this.transport =
                config.port() < 0
                        ? null
                        : HttpTransport.listen(config.port(), credentials, authenticator, chain);
    }

    private static RequestChain.OtherPaths otherPaths(KindRegistry kinds) {
        OpenApi openApi = new OpenApi(() -> kinds.view().kinds());
        return (request, segments) ->
                segments.getFirst().equals("openapi")
                        ? openApi.handle(request, segments)
                        : Discovery.notFound();
    }

    /// Opens the store, makes or reads the credentials, listens. Returns when the server is ready.
    ///
    /// @throws StartupFailure when it cannot, with a sentence that says why
    public static ApiServer start(ApiServerConfig config) throws StartupFailure {
        Path data = config.data();
        DataDirectory directory = null;
        Store store = null;
        try {
            Instant now = Instant.now();
            if (data == null) {
                store =
                        Store.inMemory(
                                config.historyEvents(), config.historyTime(), config.clock());
                return new ApiServer(config, null, store, Credentials.create(now));
            }
            directory = DataDirectory.take(data);
            store =
                    Store.in(
                            directory,
                            config.historyEvents(),
                            config.historyTime(),
                            config.clock());
            return new ApiServer(config, directory, store, Credentials.in(data, now));
        } catch (JournalFailure failure) {
            giveBack(store, directory);
            throw new StartupFailure(String.valueOf(failure.getMessage()), failure);
        } catch (IOException | GeneralSecurityException failure) {
            giveBack(store, directory);
            throw new StartupFailure(
                    "The credentials cannot be made or read: " + failure.getMessage(), failure);
        } catch (StartupFailure failure) {
            giveBack(store, directory);
            throw failure;
        }
    }

    /// Serves one request of a user who is already authenticated, on the caller's thread, which may block (virtual
    /// threads are meant). The in-process way in (H1.2).
    public ApiResponse handle(ApiRequest request, User user) {
        return chain.handle(request, user);
    }

    /// The port it listens on, or -1.
    public int port() {
        return transport == null ? -1 : transport.port();
    }

    /// The newest committed revision (H5.1).
    public long revision() {
        return store.snapshot().revision();
    }

    /// A kubeconfig for the administrator, with certificates and token inside (H7.2).
    public String adminKubeconfig() {
        return credentials.kubeconfig("https://127.0.0.1:" + port());
    }

    /// Writes [#adminKubeconfig] to a file that only its owner may read.
    public void writeKubeconfig(Path file) throws IOException {
        Credentials.writePrivately(file, adminKubeconfig());
    }

    /// The administrator's bearer token.
    public String adminToken() {
        return credentials.token();
    }

    /// The certificate of the authority that signed the server's, as PEM.
    public String caCertificate() {
        return credentials.caPem();
    }

    /// What is served now.
    public KindRegistry kinds() {
        return kinds;
    }

    /// Reads straight from memory.
    public ObjectReader objects() {
        return objects;
    }

    /// Stops taking requests, ends watches cleanly, finishes writes, closes the store (H5.42).
    @Override
    public void close() {
        hub.close();
        if (transport != null) {
            transport.close();
        }
        giveBack(store, directory);
    }

    private static void giveBack(@Nullable Store store, @Nullable DataDirectory directory) {
        if (store != null) {
            store.close();
        }
        if (directory != null) {
            try {
                directory.close();
            } catch (JournalFailure failure) {
                LOG.warn("The data directory was not given back cleanly", failure);
            }
        }
    }
}
