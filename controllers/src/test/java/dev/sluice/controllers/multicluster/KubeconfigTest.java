package dev.sluice.controllers.multicluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What a client is told of the user of a kubeconfig.
class KubeconfigTest {
    @TempDir private Path folder;

    @ParameterizedTest
    @CsvSource({"EC PRIVATE KEY, EC", "RSA PRIVATE KEY, RSA", "PRIVATE KEY, RSA"})
    void theKindOfAKeyStandsInItsFirstLine(String type, String algorithm) throws IOException {
        String key = "-----BEGIN %s-----\nAAAA\n-----END %s-----\n".formatted(type, type);
        Path file = Files.writeString(folder.resolve("key"), key);
        String data = Base64.getEncoder().encodeToString(key.getBytes(StandardCharsets.US_ASCII));

        assertThat(algorithmOf("client-key-data: " + data)).isEqualTo(algorithm);
        assertThat(algorithmOf("client-key: " + file)).isEqualTo(algorithm);
    }

    /// PKCS#8, as OpenSSL writes it, names the kind only inside.
    @ParameterizedTest
    @ValueSource(strings = {"EC", "RSA"})
    void theKindOfAKeyStandsInsideOfIt(String algorithm) throws NoSuchAlgorithmException {
        byte[] der =
                KeyPairGenerator.getInstance(algorithm).generateKeyPair().getPrivate().getEncoded();
        String key =
                "-----BEGIN PRIVATE KEY-----\n%s\n-----END PRIVATE KEY-----\n"
                        .formatted(Base64.getMimeEncoder().encodeToString(der));
        String data = Base64.getEncoder().encodeToString(key.getBytes(StandardCharsets.US_ASCII));

        assertThat(algorithmOf("client-key-data: " + data)).isEqualTo(algorithm);
    }

    private static String algorithmOf(String user) {
        Access access =
                Kubeconfig.read(
                        """
                        apiVersion: v1
                        kind: Config
                        clusters: [{name: c, cluster: {server: "https://127.0.0.1:1"}}]
                        users: [{name: u, user: {%s}}]
                        contexts: [{name: x, context: {cluster: c, user: u}}]
                        current-context: x
                        """
                                .formatted(user));
        assertThat(access).isInstanceOf(Access.Usable.class);
        return ((Access.Usable) access).config().getClientKeyAlgo();
    }
}
