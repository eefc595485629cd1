package dev.sluice.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/// A plain HTTPS client of a Kubernetes API, thin enough not to be what is measured.
final class ApiClient {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Target target;
    private final HttpClient http;

    ApiClient(Target target) throws IOException, GeneralSecurityException {
        this.target = target;
        this.http =
                HttpClient.newBuilder()
                        .version(HttpClient.Version.HTTP_1_1)
                        .sslContext(trusting(target))
                        .build();
    }

    private static SSLContext trusting(Target target) throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        try (InputStream pem = Files.newInputStream(target.authority())) {
            Certificate authority =
                    CertificateFactory.getInstance("X.509").generateCertificate(pem);
            store.setCertificateEntry("authority", authority);
        }
        TrustManagerFactory trust =
                TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(store);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context;
    }

    /// Creates an object.
    ///
    /// @throws IOException when the server answers anything but 201
    void create(String path, String body) throws IOException, InterruptedException {
        HttpRequest request =
                request(path)
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofString(body))
                        .build();
        HttpResponse<String> answer = http.send(request, BodyHandlers.ofString());
        if (answer.statusCode() != 201) {
            throw new IOException(
                    "POST " + path + " was answered " + answer.statusCode() + ": " + answer.body());
        }
    }

    /// @return the body, whole
    /// @throws IOException when the server answers anything but 200
    byte[] get(String path) throws IOException, InterruptedException {
        HttpResponse<byte[]> answer = http.send(request(path).build(), BodyHandlers.ofByteArray());
        if (answer.statusCode() != 200) {
            throw new IOException(
                    "GET "
                            + path
                            + " was answered "
                            + answer.statusCode()
                            + ": "
                            + new String(answer.body(), StandardCharsets.UTF_8));
        }
        return answer.body();
    }

    /// The body of [#get] as a tree.
    JsonNode json(String path) throws IOException, InterruptedException {
        return JSON.readTree(get(path));
    }

    /// Whether the server says that it is ready.
    boolean ready() throws InterruptedException {
        try {
            return http.send(request("/readyz").build(), BodyHandlers.discarding()).statusCode()
                    == 200;
        } catch (IOException notYet) {
            return false;
        }
    }

    /// Reads a watch on a virtual thread until the program ends; `seen` gets each event as it is read.
    void watch(String path, Consumer<JsonNode> seen) throws IOException, InterruptedException {
        HttpResponse<InputStream> answer =
                http.send(request(path).build(), BodyHandlers.ofInputStream());
        if (answer.statusCode() != 200) {
            throw new IOException("GET " + path + " was answered " + answer.statusCode());
        }
        Thread.startVirtualThread(() -> read(answer.body(), seen));
    }

    private static void read(InputStream stream, Consumer<JsonNode> seen) {
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
            String line;
            while ((line = lines.readLine()) != null) {
                seen.accept(JSON.readTree(line));
            }
        } catch (IOException ended) {
            // The server was stopped: the measurement is over.
        }
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(target.url() + path))
                .header("Authorization", "Bearer " + target.token());
    }
}
