package dev.sluice.apiserver.security;

import java.io.ByteArrayInputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;

/// Certificates and keys in their text form.
final class Pem {
    private static final Base64.Encoder LINES = Base64.getMimeEncoder(64, new byte[] {(byte) '\n'});

    private Pem() {}

    /// @param type what stands in the first line, for example `CERTIFICATE`
    static String text(String type, byte[] der) {
        return "-----BEGIN "
                + type
                + "-----\n"
                + LINES.encodeToString(der)
                + "\n-----END "
                + type
                + "-----\n";
    }

    /// The 32 bytes of a number of curve P-256.
    static byte[] fixed(BigInteger number) {
        byte[] bytes = number.toByteArray();
        byte[] fixed = new byte[32];
        int length = Math.min(32, bytes.length);
        System.arraycopy(bytes, bytes.length - length, fixed, 32 - length, length);
        return fixed;
    }

    static X509Certificate certificate(String pem) throws GeneralSecurityException {
        return (X509Certificate)
                CertificateFactory.getInstance("X.509")
                        .generateCertificate(
                                new ByteArrayInputStream(pem.getBytes(StandardCharsets.US_ASCII)));
    }

    static CertificateAuthority.Issued read(String certificatePem, String keyPem)
            throws GeneralSecurityException {
        String body = keyPem.replaceAll("-----[A-Z ]+-----", "").replaceAll("\\s", "");
        return new CertificateAuthority.Issued(
                certificate(certificatePem),
                KeyFactory.getInstance("EC")
                        .generatePrivate(
                                new PKCS8EncodedKeySpec(Base64.getDecoder().decode(body))));
    }
}
