package dev.sluice.apiserver;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/// Talks to a server over its port, trusting nobody but its authority.
///
/// @param token empty for none
record TlsClient(HttpClient http, String base, String token) {
    /// What stands before a key of curve P-256 in the form of RFC 5915 to make it PKCS #8, which the JDK reads.
    private static final byte[] PKCS8_OF_P256 =
            HexFormat.of().parseHex("308193020100301306072a8648ce3d020106082a8648ce3d0301070479");

    private static final char[] PASSWORD = "test".toCharArray();

    /// The administrator, by token.
    static TlsClient admin(ApiServer server, HttpClient.Version version)
            throws GeneralSecurityException, IOException {
        return stranger(server, version).with(server.adminToken());
    }

    /// Nobody.
    static TlsClient stranger(ApiServer server, HttpClient.Version version)
            throws GeneralSecurityException, IOException {
        return new TlsClient(
                HttpClient.newBuilder()
                        .sslContext(context(server.caCertificate(), new KeyStore[0]))
                        .version(version)
                        .build(),
                "https://127.0.0.1:" + server.port(),
                "");
    }

    /// The user of a kubeconfig, by the certificate in it.
    static TlsClient holder(ApiServer server, String kubeconfig)
            throws GeneralSecurityException, IOException {
        KeyStore own = KeyStore.getInstance("PKCS12");
        own.load(null, null);
        String key =
                decoded(kubeconfig, "client-key-data")
                        .replaceAll("-----[A-Z ]+-----", "")
                        .replaceAll("\\s", "");
        own.setKeyEntry(
                "user",
                KeyFactory.getInstance("EC")
                        .generatePrivate(
                                new PKCS8EncodedKeySpec(
                                        joined(PKCS8_OF_P256, Base64.getDecoder().decode(key)))),
                PASSWORD,
                new Certificate[] {certificate(decoded(kubeconfig, "client-certificate-data"))});
        return new TlsClient(
                HttpClient.newBuilder()
                        .sslContext(context(server.caCertificate(), new KeyStore[] {own}))
                        .build(),
                "https://127.0.0.1:" + server.port(),
                "");
    }

    private static byte[] joined(byte[] head, byte[] tail) {
        byte[] all = Arrays.copyOf(head, head.length + tail.length);
        System.arraycopy(tail, 0, all, head.length, tail.length);
        return all;
    }

    TlsClient with(String newToken) {
        return new TlsClient(http, base, newToken);
    }

    HttpRequest.Builder request(String path) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(base + path));
        return token.isEmpty() ? request : request.header("Authorization", "Bearer " + token);
    }

    HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return http.send(request(path).build(), HttpResponse.BodyHandlers.ofString());
    }

    HttpResponse<String> post(String path, String body) throws IOException, InterruptedException {
        return http.send(
                request(path)
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    static SSLContext context(String authority, KeyStore[] own)
            throws GeneralSecurityException, IOException {
        KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
        trusted.load(null, null);
        trusted.setCertificateEntry("ca", certificate(authority));
        TrustManagerFactory trust =
                TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        KeyManagerFactory keys =
                KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        for (KeyStore store : own) {
            keys.init(store, PASSWORD);
        }
        SSLContext tls = SSLContext.getInstance("TLS");
        tls.init(own.length == 0 ? null : keys.getKeyManagers(), trust.getTrustManagers(), null);
        return tls;
    }

    private static Certificate certificate(String pem) throws GeneralSecurityException {
        return CertificateFactory.getInstance("X.509")
                .generateCertificate(
                        new ByteArrayInputStream(pem.getBytes(StandardCharsets.UTF_8)));
    }

    private static String decoded(String kubeconfig, String field) {
        Matcher value = Pattern.compile(field + ": (\\S+)").matcher(kubeconfig);
        if (!value.find()) {
            throw new IllegalArgumentException("no " + field);
        }
        return new String(Base64.getDecoder().decode(value.group(1)), StandardCharsets.UTF_8);
    }
}
