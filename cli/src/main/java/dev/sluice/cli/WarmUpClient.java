package dev.sluice.cli;

import dev.sluice.apiserver.ApiServer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/// What a client does over HTTPS in the life that `sluice warm-up` records: creates, lists, a watch, and queued jobs.
final class WarmUpClient {
    /// Enough for the busiest methods of a create to be compiled, so that their profile is worth recording.
    private static final int CREATES = 1_500;

    /// So many jobs give the controllers' code a profile too.
    private static final int JOBS = 120;

    /// No event of a ConfigMap is shorter: to read so much never waits for another one.
    private static final int EVENT_BYTES_MIN = 200;

    private static final String MAPS = "/api/v1/namespaces/default/configmaps";
    private static final String QUEUEING = "/apis/kueue.x-k8s.io/v1beta2";

    private final String url;
    private final String token;
    private final HttpClient http;

    private WarmUpClient(String url, String token, HttpClient http) {
        this.url = url;
        this.token = token;
        this.http = http;
    }

    static WarmUpClient of(ApiServer server) throws IOException {
        try {
            KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
            store.load(null, null);
            store.setCertificateEntry(
                    "authority",
                    CertificateFactory.getInstance("X.509")
                            .generateCertificate(
                                    new ByteArrayInputStream(
                                            server.caCertificate()
                                                    .getBytes(StandardCharsets.US_ASCII))));
            TrustManagerFactory trust =
                    TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(store);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, trust.getTrustManagers(), null);
            HttpClient http =
                    HttpClient.newBuilder()
                            .version(HttpClient.Version.HTTP_1_1)
                            .sslContext(context)
                            .build();
            return new WarmUpClient(
                    "https://127.0.0.1:" + server.port(), server.adminToken(), http);
        } catch (GeneralSecurityException failure) {
            throw new IOException("the server's authority is not readable", failure);
        }
    }

    /// @throws IOException when the server refuses a request
    void run() throws IOException, InterruptedException {
        try (InputStream watch = watch()) {
            for (int i = 0; i < CREATES; i++) {
                create(
                        MAPS,
                        """
                        {"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"warm-%d"},"data":{"colour":"red"}}"""
                                .formatted(i));
                watch.readNBytes(EVENT_BYTES_MIN);
            }
        }
        get(MAPS);
        queueJobs();
    }

    private void queueJobs() throws IOException, InterruptedException {
        create(QUEUEING + "/resourceflavors", object("ResourceFlavor", "{}"));
        create(
                QUEUEING + "/clusterqueues",
                object(
                        "ClusterQueue",
                        """
                        {"namespaceSelector":{},"resourceGroups":[{"coveredResources":["cpu"],"flavors":[
                        {"name":"warm","resources":[{"name":"cpu","nominalQuota":"10"}]}]}]}"""));
        create(
                QUEUEING + "/namespaces/default/localqueues",
                object("LocalQueue", "{\"clusterQueue\":\"warm\"}"));
        for (int i = 0; i < JOBS; i++) {
            create(
                    "/apis/batch/v1/namespaces/default/jobs",
                    """
                    {"apiVersion":"batch/v1","kind":"Job","metadata":{"name":"warm-%d","labels":{"kueue.x-k8s.io/queue-name":"warm"}},
                    "spec":{"ttlSecondsAfterFinished":1,"template":{"metadata":{"annotations":{"sim.sluice.dev/run-seconds":"0.1"}},
                    "spec":{"restartPolicy":"Never","containers":[{"name":"c","image":"example.com/sleep",
                    "resources":{"requests":{"cpu":"10m"}}}]}}}}"""
                            .formatted(i));
        }
    }

    private static String object(String kind, String spec) {
        return "{\"apiVersion\":\"kueue.x-k8s.io/v1beta2\",\"kind\":\""
                + kind
                + "\",\"metadata\":{\"name\":\"warm\"},\"spec\":"
                + spec
                + "}";
    }

    private void create(String path, String body) throws IOException, InterruptedException {
        HttpRequest request =
                request(path)
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofString(body))
                        .build();
        expect(201, path, http.send(request, BodyHandlers.ofString()));
    }

    private void get(String path) throws IOException, InterruptedException {
        expect(200, path, http.send(request(path).build(), BodyHandlers.ofString()));
    }

    private InputStream watch() throws IOException, InterruptedException {
        String path = MAPS + "?watch=1";
        HttpResponse<InputStream> answer =
                http.send(request(path).build(), BodyHandlers.ofInputStream());
        expect(200, path, answer);
        return answer.body();
    }

    private static void expect(int status, String path, HttpResponse<?> answer) throws IOException {
        if (answer.statusCode() != status) {
            throw new IOException(path + " was answered " + answer.statusCode());
        }
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(url + path))
                .header("Authorization", "Bearer " + token);
    }
}
