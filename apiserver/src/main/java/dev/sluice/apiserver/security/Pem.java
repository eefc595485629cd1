package dev.sluice.apiserver.security;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;

/// Reads certificates and keys from their text form.
final class Pem {
    private Pem() {}

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
