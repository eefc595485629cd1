package dev.sluice.apiserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.sluice.apiserver.security.Credentials;
import dev.sluice.apiserver.security.Exposure;
import dev.sluice.apiserver.security.Limits;
import dev.sluice.apiserver.security.StaticTokens;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.net.http.HttpClient.Version;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a server does to stay whole and private on a shared machine (H7.1 to H7.3, H7.20, H7.21).
class ProtectionTest {
    private static final String MAPS = "/api/v1/namespaces/default/configmaps";
    private static final String WHO = "/apis/authentication.k8s.io/v1/selfsubjectreviews";

    @TempDir Path directory;

    @Test
    void everyKindOfCredentialNamesItsUser() throws Exception {
        Path tokens =
                Files.writeString(
                        directory.resolve("tokens"), "# people\ns3cret,carol,17,\"crew,night\"\n");
        Path data = directory.resolve("data");
        try (ApiServer server =
                ApiServer.start(
                        ApiServerConfig.durable(data)
                                .withExposure(
                                        Exposure.LEAST.withTokens(StaticTokens.read(tokens))))) {
            String kubeconfig =
                    Credentials.userKubeconfig(
                            data,
                            "alice",
                            List.of("crew", "day"),
                            Duration.ofDays(1),
                            "https://127.0.0.1:" + server.port(),
                            Instant.now());
            TlsClient admin = TlsClient.admin(server, Version.HTTP_2);
            admin.post(
                    "/api/v1/namespaces/default/serviceaccounts",
                    "{\"metadata\":{\"name\":\"robot\"}}");
            String token =
                    admin.post("/api/v1/namespaces/default/serviceaccounts/robot/token", "{}")
                            .body()
                            .replaceAll(".*\"token\":\"([^\"]+)\".*", "$1");

            assertThat(admin.post(WHO, "{}").body()).contains("\"username\":\"system:admin\"");
            assertThat(TlsClient.holder(server, kubeconfig).post(WHO, "{}").body())
                    .contains("\"username\":\"alice\"")
                    .contains("[\"crew\",\"day\",\"system:authenticated\"]");
            assertThat(admin.with("s3cret").post(WHO, "{}").body())
                    .contains("\"username\":\"carol\",\"uid\":\"17\"")
                    .contains("[\"crew\",\"night\",\"system:authenticated\"]");
            assertThat(admin.with(token).post(WHO, "{}").body())
                    .contains("system:serviceaccount:default:robot");
            assertThat(admin.with("wrong").post(WHO, "{}").statusCode()).isEqualTo(401);
            assertThat(admin.with(token + "x").get("/version").statusCode()).isEqualTo(401);
            assertThat(admin.with("").get("/version").statusCode()).isEqualTo(200);
            assertThat(admin.with("").get("/api").statusCode()).isEqualTo(403);
            assertThat(admin.with(token).get("/openid/v1/jwks").body()).contains("\"ES256\"");
        }
    }

    @Test
    void aWrongTokenFileIsNamedButNotRepeated() throws IOException {
        Path tokens = Files.writeString(directory.resolve("tokens"), "\ns3cret\n");
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> StaticTokens.read(tokens))
                .withMessageContaining("tokens line 2 has 1 fields")
                .withMessageNotContaining("s3cret");
    }

    @Test
    void aFloodIsTurnedAwayWithAWordWhenToComeBack() throws Exception {
        Limits none = new Limits(0, 0, 1, 100);
        try (ApiServer server =
                ApiServer.start(
                        ApiServerConfig.ephemeral()
                                .withExposure(Exposure.LEAST.withLimits(none)))) {
            for (Version version : new Version[] {Version.HTTP_1_1, Version.HTTP_2}) {
                TlsClient admin = TlsClient.admin(server, version);
                HttpResponse<String> read = admin.get(MAPS);
                assertThat(read.statusCode()).isEqualTo(429);
                assertThat(read.headers().firstValue("Retry-After")).hasValue("1");
                assertThat(read.body()).contains("\"reason\":\"TooManyRequests\"");
                assertThat(admin.post(MAPS, "x".repeat(2 << 20)).statusCode()).isEqualTo(429);

                try (InputStream first = watch(admin, 200)) {
                    assertThat(first).isNotNull();
                    watch(admin, 429).close();
                }
            }
        }
    }

    @Test
    void tooManyConnectionsAreClosed() throws Exception {
        try (ApiServer server =
                ApiServer.start(
                        ApiServerConfig.ephemeral()
                                .withExposure(Exposure.LEAST.withLimits(new Limits(9, 9, 9, 1))))) {
            try (Socket first = connect(server)) {
                assertThat(ask(first, "GET /version HTTP/1.1\r\nHost: localhost\r\n\r\n"))
                        .startsWith("HTTP/1.1 200");
                try (Socket second = connect(server)) {
                    assertThat(ask(second, "GET /version HTTP/1.1\r\nHost: localhost\r\n\r\n"))
                            .isEmpty();
                }
            }
        }
    }

    @Test
    void aBodyWithoutEndIsCutOff() throws Exception {
        try (ApiServer server = ApiServer.start(ApiServerConfig.ephemeral());
                Socket socket = connect(server)) {
            OutputStream out = socket.getOutputStream();
            out.write(
                    ("POST "
                                    + MAPS
                                    + " HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            byte[] chunk =
                    ("10000\r\n" + "x".repeat(65_536) + "\r\n").getBytes(StandardCharsets.US_ASCII);
            assertThatExceptionOfType(IOException.class)
                    .isThrownBy(
                            () -> {
                                while (true) {
                                    out.write(chunk);
                                }
                            });
        }
    }

    @Test
    void certificatesAreRenewedWhileTheServerRuns() throws Exception {
        try (ApiServer server = ApiServer.start(ApiServerConfig.durable(directory))) {
            X509Certificate before = shown(server);
            server.renewCertificates(Instant.now());
            assertThat(shown(server)).as("young ones stay").isEqualTo(before);

            server.renewCertificates(Instant.now().plus(Duration.ofDays(300)));
            X509Certificate after = shown(server);
            assertThat(after.getNotAfter()).isAfter(before.getNotAfter());
            assertThat(after.getIssuerX500Principal()).isEqualTo(before.getIssuerX500Principal());
        }
    }

    @Test
    void theCertificateNamesWhatItIsToldTo() throws Exception {
        Exposure named = Exposure.LEAST.withNames(List.of("sluice.example", "192.0.2.7"));
        String token;
        try (ApiServer server = ApiServer.start(ApiServerConfig.durable(directory))) {
            token = server.adminToken();
            assertThat(shown(server).getSubjectAlternativeNames().toString())
                    .doesNotContain("sluice.example");
        }
        try (ApiServer server =
                ApiServer.start(ApiServerConfig.durable(directory).withExposure(named))) {
            assertThat(shown(server).getSubjectAlternativeNames().toString())
                    .contains("sluice.example")
                    .contains("192.0.2.7");
            assertThat(server.adminToken()).isEqualTo(token);
        }
    }

    @Test
    void nothingIsReachableButLoopbackUnlessAsked() throws Exception {
        Optional<InetAddress> outside =
                NetworkInterface.networkInterfaces()
                        .flatMap(NetworkInterface::inetAddresses)
                        .filter(a -> !a.isLoopbackAddress() && a.getAddress().length == 4)
                        .findFirst();
        try (ApiServer server = ApiServer.start(ApiServerConfig.ephemeral())) {
            assertThat(server.adminKubeconfig()).contains("https://127.0.0.1:" + server.port());
            outside.ifPresent(
                    address ->
                            assertThatExceptionOfType(IOException.class)
                                    .isThrownBy(() -> new Socket(address, server.port()).close()));
        }
        Exposure open = Exposure.LEAST.withHost("0.0.0.0");
        try (ApiServer server = ApiServer.start(ApiServerConfig.ephemeral().withExposure(open))) {
            for (InetAddress address : outside.stream().toList()) {
                new Socket(address, server.port()).close();
            }
            assertThat(TlsClient.admin(server, Version.HTTP_2).get(MAPS).statusCode())
                    .isEqualTo(200);
        }
    }

    @Test
    void nobodyElseReadsItsFiles() throws Exception {
        Path data = directory.resolve("new").resolve("data");
        try (ApiServer server = ApiServer.start(ApiServerConfig.durable(data))) {
            server.writeKubeconfig(data.resolve("kubeconfig"));
            try (Stream<Path> all = Files.walk(directory.resolve("new"))) {
                for (Path each : all.toList()) {
                    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(each)))
                            .as(each.toString())
                            .isEqualTo(Files.isDirectory(each) ? "rwx------" : "rw-------");
                }
            }
        }
    }

    private static InputStream watch(TlsClient client, int code) throws Exception {
        HttpResponse<InputStream> watch =
                client.http()
                        .send(
                                client.request(MAPS + "?watch=true").build(),
                                HttpResponse.BodyHandlers.ofInputStream());
        assertThat(watch.statusCode()).isEqualTo(code);
        return watch.body();
    }

    /// Whatever certificate the server shows: some are not valid yet.
    private static X509Certificate shown(ApiServer server) throws Exception {
        SSLContext curious = SSLContext.getInstance("TLS");
        curious.init(null, new TrustManager[] {new Looker()}, null);
        try (SSLSocket socket =
                (SSLSocket) curious.getSocketFactory().createSocket("127.0.0.1", server.port())) {
            socket.startHandshake();
            return (X509Certificate) socket.getSession().getPeerCertificates()[0];
        }
    }

    private static final class Looker implements X509TrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }

    private static Socket connect(ApiServer server) throws Exception {
        return TlsClient.context(server.caCertificate(), new KeyStore[0])
                .getSocketFactory()
                .createSocket("127.0.0.1", server.port());
    }

    /// @return what came first; empty when the connection was closed
    private static String ask(Socket socket, String request) throws IOException {
        byte[] answer = new byte[64];
        int length;
        try {
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            length = socket.getInputStream().read(answer);
        } catch (IOException closed) {
            length = -1;
        }
        return length < 0 ? "" : new String(answer, 0, length, StandardCharsets.US_ASCII);
    }
}
