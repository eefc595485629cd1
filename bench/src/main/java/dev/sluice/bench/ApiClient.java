package dev.sluice.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManagerFactory;

/// A plain HTTPS client of a Kubernetes API, thin enough not to be what is measured. Connections stay open and are used again.
final class ApiClient {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Target target;
    private final SSLSocketFactory sockets;
    private final ConcurrentLinkedDeque<ApiConnection> idle = new ConcurrentLinkedDeque<>();

    ApiClient(Target target) throws IOException, GeneralSecurityException {
        this.target = target;
        this.sockets = trusting(target).getSocketFactory();
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
    void create(String path, String body) throws IOException {
        ApiConnection.Answer answer = send("POST", path, body);
        if (answer.code() != 201) {
            throw new IOException(
                    "POST " + path + " was answered " + answer.code() + ": " + answer.text());
        }
    }

    /// Changes an object by a JSON merge patch.
    ///
    /// @throws IOException when the server answers anything but 200
    void merge(String path, String patch) throws IOException {
        ApiConnection.Answer answer = send("PATCH", path, patch);
        if (answer.code() != 200) {
            throw new IOException(
                    "PATCH " + path + " was answered " + answer.code() + ": " + answer.text());
        }
    }

    /// @return the body, whole
    /// @throws IOException when the server answers anything but 200
    byte[] get(String path) throws IOException {
        ApiConnection.Answer answer = send("GET", path, "");
        if (answer.code() != 200) {
            throw new IOException(
                    "GET " + path + " was answered " + answer.code() + ": " + answer.text());
        }
        return answer.body();
    }

    /// Whether there is an object of this path.
    boolean has(String path) throws IOException {
        return send("GET", path, "").code() == 200;
    }

    /// The body of [#get] as a tree.
    JsonNode json(String path) throws IOException {
        return JSON.readTree(get(path));
    }

    /// Whether the server says that it is ready.
    boolean ready() {
        try {
            return send("GET", "/readyz", "").code() == 200;
        } catch (IOException notYet) {
            return false;
        }
    }

    /// Reads a watch on a virtual thread until the program or the server ends; `seen` gets each event as it is read.
    void watch(String path, Consumer<JsonNode> seen) throws IOException {
        ApiConnection connection = ApiConnection.open(sockets, target);
        connection.follow(path);
        Thread.startVirtualThread(() -> read(connection, seen));
    }

    /// An event is a line; how lines are cut into parts is the server's business.
    private static void read(ApiConnection connection, Consumer<JsonNode> seen) {
        ByteArrayOutputStream begun = new ByteArrayOutputStream();
        try (connection) {
            byte[] part;
            while ((part = connection.chunk()).length > 0) {
                int start = 0;
                for (int end = 0; end < part.length; end++) {
                    if (part[end] == '\n') {
                        begun.write(part, start, end - start);
                        seen.accept(JSON.readTree(begun.toByteArray()));
                        begun.reset();
                        start = end + 1;
                    }
                }
                begun.write(part, start, part.length - start);
            }
        } catch (IOException ended) {
            // The server was stopped: the measurement is over.
        }
    }

    private ApiConnection.Answer send(String method, String path, String body) throws IOException {
        ApiConnection kept = idle.pollFirst();
        ApiConnection connection = kept != null ? kept : ApiConnection.open(sockets, target);
        try {
            ApiConnection.Answer answer = connection.send(method, path, body);
            idle.addFirst(connection);
            return answer;
        } catch (IOException broken) {
            connection.close();
            throw broken;
        }
    }
}
