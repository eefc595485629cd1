package dev.sluice.apiserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.sluice.apiserver.security.Exposure;
import dev.sluice.apiserver.security.Limits;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A server seen from outside: TLS, credentials, both HTTP versions, a data directory (H1.1, H7).
class OverTlsTest {
    private static final String MAPS = "/api/v1/namespaces/default/configmaps";
    private static final String BODY =
            "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"a\"}}";

    @TempDir Path directory;

    @Test
    void servesBothHttpVersionsAndStreamsWatches() throws Exception {
        try (ApiServer server = ApiServer.start(ApiServerConfig.ephemeral())) {
            for (HttpClient.Version version : HttpClient.Version.values()) {
                if (version.name().equals("HTTP_3")) {
                    continue;
                }
                HttpClient client = client(server, version);
                HttpResponse<InputStream> watch =
                        client.send(
                                request(
                                                server,
                                                MAPS
                                                        + "?watch=true&resourceVersion="
                                                        + server.revision())
                                        .build(),
                                HttpResponse.BodyHandlers.ofInputStream());
                assertThat(watch.version()).isEqualTo(version);
                client.send(
                        request(server, MAPS)
                                .POST(HttpRequest.BodyPublishers.ofString(named(version.name())))
                                .header("Content-Type", "application/json")
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
                try (BufferedReader lines =
                        new BufferedReader(
                                new InputStreamReader(watch.body(), StandardCharsets.UTF_8))) {
                    assertThat(lines.readLine())
                            .startsWith("{\"type\":\"ADDED\"")
                            .contains(name(version.name()));
                }
            }
        }
    }

    @Test
    void aHundredWatchesAndTheWritesShareOneConnection() throws Exception { // row 12
        int watches = 100;
        try (ApiServer server =
                ApiServer.start(
                        ApiServerConfig.ephemeral()
                                .withExposure(
                                        Exposure.LEAST.withLimits(
                                                new Limits(200, 20, watches, 1))))) {
            HttpClient client = client(server, HttpClient.Version.HTTP_2);
            // opens the connection that the others share
            assertThat(code(client, request(server, MAPS).build())).isEqualTo(200);
            String watch = MAPS + "?watch=true&resourceVersion=" + server.revision();
            List<BufferedReader> streams = new ArrayList<>();
            for (int i = 0; i < watches; i++) {
                HttpResponse<InputStream> opened =
                        client.send(
                                request(server, watch).build(),
                                HttpResponse.BodyHandlers.ofInputStream());
                assertThat(opened.version()).isEqualTo(HttpClient.Version.HTTP_2);
                streams.add(
                        new BufferedReader(
                                new InputStreamReader(opened.body(), StandardCharsets.UTF_8)));
            }
            for (String name : List.of("first", "second")) {
                HttpRequest create =
                        request(server, MAPS)
                                .POST(HttpRequest.BodyPublishers.ofString(named(name)))
                                .build();
                assertThat(code(client, create)).isEqualTo(201);
                for (BufferedReader stream : streams) {
                    assertThat(stream.readLine()).contains("\"name\":\"" + name + "\"");
                }
            }
            for (BufferedReader stream : streams) {
                stream.close();
            }
        }
    }

    @Test
    void letsNobodyInButTheAdministrator() throws Exception { // H7.3, recorded
        try (ApiServer server = ApiServer.start(ApiServerConfig.ephemeral())) {
            HttpClient client = client(server, HttpClient.Version.HTTP_1_1);
            HttpRequest.Builder plain = HttpRequest.newBuilder(uri(server, MAPS));

            assertThat(code(client, plain.copy().build())).isEqualTo(403);
            assertThat(code(client, plain.copy().header("Authorization", "Bearer x").build()))
                    .isEqualTo(401);
            assertThat(code(client, request(server, MAPS).build())).isEqualTo(200);
            assertThat(code(client, HttpRequest.newBuilder(uri(server, "/readyz")).build()))
                    .isEqualTo(200);
        }
    }

    @Test
    void refusesABodyThatIsTooLarge() throws Exception { // H1.8
        try (ApiServer server = ApiServer.start(ApiServerConfig.ephemeral())) {
            HttpRequest large =
                    request(server, MAPS)
                            .POST(HttpRequest.BodyPublishers.ofByteArray(new byte[(3 << 20) + 1]))
                            .build();

            assertThat(code(client(server, HttpClient.Version.HTTP_1_1), large)).isEqualTo(413);
        }
    }

    @Test
    void keepsCredentialsAndObjectsInItsDirectory() throws Exception {
        ApiServerConfig config = ApiServerConfig.durable(directory);
        String token;
        long revision;
        try (ApiServer server = ApiServer.start(config)) {
            HttpClient client = client(server, HttpClient.Version.HTTP_2);
            HttpRequest create =
                    request(server, MAPS).POST(HttpRequest.BodyPublishers.ofString(BODY)).build();
            assertThat(code(client, create)).isEqualTo(201);
            token = server.adminToken();
            assertThat(token).as("safe on any command line").matches("[0-9a-f]{64}");
            revision = server.revision();
            assertThat(Files.getPosixFilePermissions(directory.resolve("tls/admin.key")))
                    .hasSize(2);

            assertThatExceptionOfType(StartupFailure.class)
                    .isThrownBy(() -> ApiServer.start(config))
                    .withMessageContaining("in use by another process");
        }
        try (ApiServer server = ApiServer.start(config)) {
            assertThat(server.adminToken()).isEqualTo(token);
            assertThat(server.revision()).isEqualTo(revision);
            assertThat(
                            code(
                                    client(server, HttpClient.Version.HTTP_2),
                                    request(server, MAPS + "/a").build()))
                    .isEqualTo(200);
        }
    }

    @Test
    void saysThatAPortIsTaken() throws StartupFailure {
        try (ApiServer server = ApiServer.start(ApiServerConfig.ephemeral())) {
            assertThatExceptionOfType(StartupFailure.class)
                    .isThrownBy(
                            () ->
                                    ApiServer.start(
                                            ApiServerConfig.ephemeral().withPort(server.port())))
                    .withMessageContaining(Integer.toString(server.port()))
                    .withMessageContaining("in use");
        }
    }

    private static int code(HttpClient client, HttpRequest request)
            throws IOException, InterruptedException {
        return client.send(request, HttpResponse.BodyHandlers.ofString()).statusCode();
    }

    private static HttpRequest.Builder request(ApiServer server, String path) {
        return HttpRequest.newBuilder(uri(server, path))
                .header("Authorization", "Bearer " + server.adminToken());
    }

    private static URI uri(ApiServer server, String path) {
        return URI.create("https://127.0.0.1:" + server.port() + path);
    }

    private static String named(String version) {
        return BODY.replace("\"a\"", "\"" + name(version) + "\"");
    }

    private static String name(String version) {
        return version.toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static HttpClient client(ApiServer server, HttpClient.Version version)
            throws GeneralSecurityException, IOException {
        KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
        trusted.load(null, null);
        trusted.setCertificateEntry(
                "ca",
                CertificateFactory.getInstance("X.509")
                        .generateCertificate(
                                new ByteArrayInputStream(
                                        server.caCertificate().getBytes(StandardCharsets.UTF_8))));
        TrustManagerFactory trust =
                TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        SSLContext tls = SSLContext.getInstance("TLS");
        tls.init(null, trust.getTrustManagers(), null);
        return HttpClient.newBuilder().sslContext(tls).version(version).build();
    }
}
