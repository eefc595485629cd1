package dev.sluice.apiserver.security;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Certificates as the JDK reads them (H7.1, H7.3).
class CertificateAuthorityTest {
    private static final Instant NOW = Instant.parse("2045-06-01T12:00:00Z");

    private static CertificateAuthority authority() throws GeneralSecurityException {
        return CertificateAuthority.create("test-ca", NOW, new SecureRandom());
    }

    @Test
    void theRootMaySignAndOutlivesTheYear2050() throws GeneralSecurityException {
        X509Certificate root = authority().root().certificate();

        root.verify(root.getPublicKey());
        assertThat(root.getBasicConstraints()).isEqualTo(Integer.MAX_VALUE);
        assertThat(root.getKeyUsage()).startsWith(true, false, false, false, false, true, true);
        assertThat(root.getNotBefore().toInstant()).isEqualTo(NOW.minus(Duration.ofMinutes(5)));
        assertThat(root.getNotAfter().toInstant()).isEqualTo(NOW.plus(Duration.ofDays(3_650)));
    }

    @Test
    void aServerIsNamedByAllItsNamesAndAddresses() throws GeneralSecurityException {
        CertificateAuthority authority = authority();
        List<String> names = IntStream.range(0, 40).mapToObj(i -> "host-" + i).toList();

        X509Certificate server = authority.server("kube-apiserver", names, NOW).certificate();
        X509Certificate addressed =
                authority.server("kube-apiserver", List.of("127.0.0.1", "::1"), NOW).certificate();

        server.verify(authority.root().certificate().getPublicKey());
        assertThat(server.getSubjectAlternativeNames())
                .extracting(name -> String.valueOf(name.get(1)))
                .containsExactlyElementsOf(names);
        assertThat(addressed.getSubjectAlternativeNames())
                .containsExactly(List.of(7, "127.0.0.1"), List.of(7, "0:0:0:0:0:0:0:1"));
        assertThat(server.getExtendedKeyUsage()).containsExactly("1.3.6.1.5.5.7.3.1");
        assertThat(server.getBasicConstraints()).isEqualTo(-1);
    }

    @Test
    void aClientIsItsNameAndItsGroupsWhateverTheyHold() throws GeneralSecurityException {
        CertificateAuthority authority = authority();

        CertificateAuthority.Issued issued =
                authority.client(
                        "system:node:a, \"b\" \\ ü",
                        List.of("system:masters", "two,three"),
                        NOW,
                        Duration.ofDays(1));
        X509Certificate client = issued.certificate();

        client.verify(authority.root().certificate().getPublicKey());
        assertThat(client.getSubjectX500Principal().getName())
                .isEqualTo("CN=system:node:a\\, \\\"b\\\" \\\\ ü,O=two\\,three,O=system:masters");
        assertThat(client.getExtendedKeyUsage()).containsExactly("1.3.6.1.5.5.7.3.2");
        assertThat(issued.ecKeyPem()).startsWith("-----BEGIN EC PRIVATE KEY-----\n");
    }
}
