package dev.sluice.apiserver;

import dev.sluice.apiserver.access.AccessControl;
import dev.sluice.apiserver.access.AccessReviews;
import dev.sluice.apiserver.access.PolicyBootstrap;
import dev.sluice.apiserver.admission.AdmissionChain;
import dev.sluice.apiserver.admission.AdmissionPlugin;
import dev.sluice.apiserver.admission.BuiltInAdmission;
import dev.sluice.apiserver.admission.ObjectReader;
import dev.sluice.apiserver.admission.policy.MutatingPolicies;
import dev.sluice.apiserver.admission.policy.ValidatingPolicies;
import dev.sluice.apiserver.admission.quota.Quotas;
import dev.sluice.apiserver.admission.webhook.ConversionWebhooks;
import dev.sluice.apiserver.admission.webhook.Webhooks;
import dev.sluice.apiserver.audit.AuditLog;
import dev.sluice.apiserver.crd.Definitions;
import dev.sluice.apiserver.discovery.Discovery;
import dev.sluice.apiserver.discovery.Health;
import dev.sluice.apiserver.error.FileFault;
import dev.sluice.apiserver.extension.ContainerOutput;
import dev.sluice.apiserver.http.ApiRequest;
import dev.sluice.apiserver.http.ApiResponse;
import dev.sluice.apiserver.http.HttpTransport;
import dev.sluice.apiserver.http.RequestChain;
import dev.sluice.apiserver.kind.BuiltInKinds;
import dev.sluice.apiserver.kind.KindRegistry;
import dev.sluice.apiserver.openapi.OpenApi;
import dev.sluice.apiserver.resource.Answers;
import dev.sluice.apiserver.resource.Bootstrap;
import dev.sluice.apiserver.resource.CustomDefinitions;
import dev.sluice.apiserver.resource.EventExpiry;
import dev.sluice.apiserver.resource.ResourceHandler;
import dev.sluice.apiserver.resource.StoredObjects;
import dev.sluice.apiserver.resource.Versions;
import dev.sluice.apiserver.security.AccountTokens;
import dev.sluice.apiserver.security.Authenticator;
import dev.sluice.apiserver.security.Credentials;
import dev.sluice.apiserver.security.SigningKey;
import dev.sluice.apiserver.security.TokenIssuer;
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
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One Kubernetes API server: its store, its kinds, its request chain and, unless told otherwise, its port. Several can
/// live in one process.
public final class ApiServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ApiServer.class);

    private static final long EXPIRY_SECONDS = 10;

    private final ApiServerConfig config;
    private final @Nullable AuditLog audit;
    private final @Nullable DataDirectory directory;
    private final Store store;
    private final WatchHub hub;
    private final KindRegistry kinds;
    private final ObjectReader objects;
    private final Webhooks webhooks;
    private final ConversionWebhooks conversions;
    private final Quotas quotas;
    private volatile Credentials credentials;
    private final Map<String, Supplier<String>> pages = new ConcurrentHashMap<>();
    private final RequestChain chain;
    private final ResourceHandler handler;
    private final @Nullable HttpTransport transport;
    private final EventExpiry expiry;
    private final @Nullable ScheduledExecutorService chores;

    private ApiServer(
            ApiServerConfig config,
            @Nullable DataDirectory directory,
            Store store,
            FutureTask<Credentials> issued,
            @Nullable AuditLog audit)
            throws StartupFailure {
        this.config = config;
        this.audit = audit;
        this.directory = directory;
        this.store = store;
        this.hub = new WatchHub();
        store.onCommit(hub::changed);
        this.kinds = new KindRegistry(BuiltInKinds.all(config.clock()));
        this.objects = new StoredObjects(store);
        AccessControl access = new AccessControl(store);
        List<AdmissionPlugin> admission = new ArrayList<>(config.admission());
        admission.addAll(access.checks());
        CustomDefinitions definitions =
                new CustomDefinitions(
                        store, kinds, new Definitions(config.clock()), config.clock());
        definitions.settle();
        List<AdmissionPlugin> plugins = BuiltInAdmission.before(admission);
        this.conversions = new ConversionWebhooks(objects);
        store.onCommit(conversions::changed);
        Versions versions = new Versions(kinds, plugins, conversions);
        this.webhooks = new Webhooks(objects, versions, access::rights);
        store.onCommit(webhooks::changed);
        this.quotas = new Quotas(store, config.clock());
        ValidatingPolicies validating =
                new ValidatingPolicies(objects, versions, kinds, access::rights);
        store.onCommit(validating::changed);
        MutatingPolicies mutating = new MutatingPolicies(objects, versions, kinds, access::rights);
        store.onCommit(mutating::changed);
        Credentials credentials = await(issued);
        this.credentials = credentials;
        AccountTokens tokens = new AccountTokens(credentials.signingKey(), objects, config.clock());
        Authenticator authenticator =
                new Authenticator(credentials.token(), config.exposure().tokens(), tokens);
        ResourceHandler resources =
                new ResourceHandler(
                        store,
                        hub,
                        versions,
                        new AdmissionChain(
                                plugins,
                                objects,
                                List.of(mutating::mutators, webhooks::mutators),
                                List.of(validating::validate, webhooks::validate, quotas::charge)),
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
                        otherPaths(kinds, credentials.signingKey(), pages),
                        audit);
        this.handler = resources;
        Bootstrap.run(chain, objects);
        PolicyBootstrap.run(store, config.clock().instant());
        this.transport =
                config.port() < 0 ? null : listen(config, credentials, authenticator, chain);
        this.expiry = new EventExpiry(store, config.eventTtl(), EventExpiry.EVENTS_MAX);
        this.chores = transport == null ? null : chores();
    }

    private static HttpTransport listen(
            ApiServerConfig config,
            Credentials credentials,
            Authenticator authenticator,
            RequestChain chain)
            throws StartupFailure {
        try {
            return HttpTransport.listen(
                    config.exposure().host(),
                    config.port(),
                    credentials,
                    authenticator,
                    chain,
                    config.exposure().limits());
        } catch (GeneralSecurityException failure) {
            throw new StartupFailure(
                    "The server's certificate cannot be used: " + failure.getMessage(), failure);
        }
    }

    private static RequestChain.OtherPaths otherPaths(
            KindRegistry kinds, SigningKey key, Map<String, Supplier<String>> pages) {
        OpenApi openApi = new OpenApi(() -> kinds.view().kinds());
        TokenIssuer issuer = new TokenIssuer(key);
        return (request, segments) ->
                switch (segments.getFirst()) {
                    case "openapi" -> openApi.handle(request, segments);
                    case "openid", ".well-known" -> issuer.handle(request);
                    default -> {
                        Supplier<String> page = pages.get(request.path());
                        yield page == null ? Discovery.notFound() : Answers.text(200, page.get());
                    }
                };
    }

    /// Serves a page of text, such as `/metrics`, to those whose roles name its path.
    ///
    /// @param text makes the page anew for each request, on the request's thread
    public void serve(String path, Supplier<String> text) {
        pages.put(path, text);
    }

    private ScheduledExecutorService chores() {
        ScheduledExecutorService timer =
                Executors.newSingleThreadScheduledExecutor(
                        Thread.ofPlatform().daemon().name("chores").factory());
        if (directory != null) {
            var unused =
                    timer.scheduleWithFixedDelay(
                            () -> renewCertificates(Instant.now()), 1, 1, TimeUnit.DAYS);
        }
        long often = Math.min(EXPIRY_SECONDS, Math.max(1, config.eventTtl().toSeconds() / 4));
        var unused =
                timer.scheduleWithFixedDelay(
                        () -> expireEvents(config.clock().instant()), 0, often, TimeUnit.SECONDS);
        return timer;
    }

    /// Removes the events that have had their time, and the oldest ones if there are too many (H2.60). A server with a port
    /// does so by itself every few seconds.
    ///
    /// @param now the time that counts; not before that of an earlier call
    /// @return how many it removed
    public int expireEvents(Instant now) {
        return expiry.expire(now);
    }

    /// The quotas of all namespaces; somebody must count what was given back.
    public Quotas quotas() {
        return quotas;
    }

    /// Calls the listener after each change with the resources that it changed; it must return at once.
    public void onChange(Consumer<Set<String>> listener) {
        store.onCommit(listener);
    }

    /// Makes certificates anew that have not long to go, and shows them to new connections (H7.1). A running server does
    /// so by itself once a day; what goes wrong is told to the log and tried again the next day.
    ///
    /// @param now the time that counts
    public void renewCertificates(Instant now) {
        Path data = config.data();
        HttpTransport open = transport;
        if (data == null || open == null) {
            return;
        }
        try {
            Credentials renewed = Credentials.in(data, now, config.exposure());
            if (!renewed.serverPem().equals(credentials.serverPem())) {
                credentials = renewed;
                open.use(renewed);
                LOG.info("The certificates were renewed");
            }
        } catch (IOException | GeneralSecurityException failure) {
            LOG.error("The certificates could not be renewed", failure);
        }
    }

    /// Opens the store, makes or reads the credentials, listens. Returns when the server is ready.
    ///
    /// @throws StartupFailure when it cannot, with a sentence that says why
    public static ApiServer start(ApiServerConfig config) throws StartupFailure {
        Path data = config.data();
        DataDirectory directory = null;
        Store store = null;
        AuditLog audit = null;
        FutureTask<Credentials> issued = null;
        try {
            audit = audit(config);
            Instant now = Instant.now();
            if (data == null) {
                issued = aside(() -> Credentials.create(now, config.exposure()));
                store =
                        Store.inMemory(
                                config.historyEvents(), config.historyTime(), config.clock());
                return new ApiServer(config, null, store, issued, audit);
            }
            directory = DataDirectory.take(data);
            issued = aside(() -> Credentials.in(data, now, config.exposure()));
            store =
                    Store.in(
                            directory,
                            config.historyEvents(),
                            config.historyTime(),
                            config.clock());
            return new ApiServer(config, directory, store, issued, audit);
        } catch (JournalFailure failure) {
            settle(issued);
            giveBack(store, directory, audit);
            throw new StartupFailure(String.valueOf(failure.getMessage()), failure);
        } catch (StartupFailure failure) {
            settle(issued);
            giveBack(store, directory, audit);
            throw failure;
        }
    }

    /// Nothing is written into a directory that was given back.
    private static void settle(@Nullable FutureTask<Credentials> issued) {
        if (issued != null) {
            try {
                issued.get();
            } catch (ExecutionException _) {
                // The start has failed for another reason, which is told.
            } catch (InterruptedException stop) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /// Making keys takes a while, during which the store is read.
    private static FutureTask<Credentials> aside(Callable<Credentials> credentials) {
        var task = new FutureTask<>(credentials);
        Thread.ofPlatform().daemon().name("credentials").start(task);
        return task;
    }

    private static Credentials await(FutureTask<Credentials> task) throws StartupFailure {
        try {
            return task.get();
        } catch (ExecutionException failed) {
            Throwable cause = Objects.requireNonNullElse(failed.getCause(), failed);
            throw new StartupFailure(
                    "The credentials cannot be made or read: "
                            + (cause instanceof IOException unreadable
                                    ? FileFault.reason(unreadable)
                                    : cause.getMessage()),
                    cause);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            throw new StartupFailure("The start was interrupted", stop);
        }
    }

    private static @Nullable AuditLog audit(ApiServerConfig config) throws StartupFailure {
        AuditLog.Settings settings = config.exposure().audit();
        if (settings == null) {
            return null;
        }
        try {
            return new AuditLog(settings, config.clock());
        } catch (IOException failure) {
            throw new StartupFailure(
                    "The audit log "
                            + settings.file()
                            + " cannot be written: "
                            + FileFault.reasonOfWrite(failure),
                    failure);
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
        return credentials.kubeconfig(
                "https://" + config.exposure().reachableHost() + ":" + port());
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

    /// Lets whoever runs the containers tell what they write; until then their logs say that there is none.
    public void serveLogs(ContainerOutput output) {
        handler.serveLogs(output);
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
        if (chores != null) {
            chores.shutdownNow();
        }
        hub.close();
        if (transport != null) {
            transport.close();
        }
        webhooks.close();
        conversions.close();
        giveBack(store, directory, audit);
    }

    private static void giveBack(
            @Nullable Store store, @Nullable DataDirectory directory, @Nullable AuditLog audit) {
        if (audit != null) {
            audit.close();
        }
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
