package dev.sluice.apiserver.security;

import java.io.ByteArrayInputStream;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.interfaces.ECPrivateKey;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import javax.security.auth.x500.X500Principal;

/// Issues certificates: ECDSA P-256, signed by one self-signed root (H7.1). It writes them itself (RFC 5280): the JDK
/// reads certificates but makes none.
final class CertificateAuthority {
    private static final Duration ROOT_LIFE = Duration.ofDays(3_650);
    static final Duration LEAF_LIFE = Duration.ofDays(365);

    /// Clocks of clients may be a little behind.
    private static final Duration BACKDATED = Duration.ofMinutes(5);

    private static final byte[] SIGNED_WITH = Der.sequence(Der.identifier("1.2.840.10045.4.3.2"));
    private static final BigInteger VERSION_3 = BigInteger.TWO;
    private static final String BASIC_CONSTRAINTS = "2.5.29.19";
    private static final String KEY_USAGE = "2.5.29.15";
    private static final String EXTENDED_KEY_USAGE = "2.5.29.37";
    private static final String ALTERNATIVE_NAMES = "2.5.29.17";
    private static final String FOR_SERVERS = "1.3.6.1.5.5.7.3.1";
    private static final String FOR_CLIENTS = "1.3.6.1.5.5.7.3.2";
    private static final int DIGITAL_SIGNATURE = 0x80;
    private static final int SIGNS_CERTIFICATES = 0x04;
    private static final int SIGNS_REVOCATIONS = 0x02;
    private static final String P_256 = "1.2.840.10045.3.1.7";

    /// Tag, length, no unused bits, and an uncompressed point.
    private static final int PUBLIC_BITS = 3 + 65;

    private static final int DNS_NAME = 2;
    private static final int IP_ADDRESS = 7;

    private final X509Certificate certificate;
    private final PrivateKey key;
    private final SecureRandom random;

    private CertificateAuthority(X509Certificate certificate, PrivateKey key, SecureRandom random) {
        this.certificate = certificate;
        this.key = key;
        this.random = random;
    }

    /// A certificate with its key.
    record Issued(X509Certificate certificate, PrivateKey key) {
        String certificatePem() throws GeneralSecurityException {
            return Pem.text("CERTIFICATE", certificate.getEncoded());
        }

        String keyPem() {
            return Pem.text("PRIVATE KEY", key.getEncoded());
        }

        /// The key in the form of RFC 5915, which fabric8 reads: it takes every PKCS #8 for RSA.
        String ecKeyPem() {
            BigInteger number = ((ECPrivateKey) key).getS();
            return Pem.text(
                    "EC PRIVATE KEY",
                    Der.sequence(
                            Der.integer(BigInteger.ONE),
                            Der.octets(Pem.fixed(number)),
                            Der.explicit(0, Der.identifier(P_256)),
                            Der.explicit(1, publicBits(certificate.getPublicKey().getEncoded()))));
        }

        /// What stands last in the encoding of a public key: a string of bits, of one length for all keys of a curve.
        private static byte[] publicBits(byte[] encoded) {
            return Arrays.copyOfRange(encoded, encoded.length - PUBLIC_BITS, encoded.length);
        }
    }

    static CertificateAuthority create(String name, Instant now, SecureRandom random)
            throws GeneralSecurityException {
        KeyPair pair = newKey(random);
        X500Principal subject = new X500Principal("CN=" + name);
        List<byte[]> extensions =
                List.of(
                        extension(BASIC_CONSTRAINTS, true, Der.sequence(Der.yes())),
                        usage(DIGITAL_SIGNATURE | SIGNS_CERTIFICATES | SIGNS_REVOCATIONS));
        return new CertificateAuthority(
                issue(
                        subject,
                        subject,
                        pair.getPublic(),
                        now,
                        ROOT_LIFE,
                        extensions,
                        pair.getPrivate(),
                        random),
                pair.getPrivate(),
                random);
    }

    /// An authority made before.
    static CertificateAuthority of(Issued root, SecureRandom random) {
        return new CertificateAuthority(root.certificate(), root.key(), random);
    }

    Issued root() {
        return new Issued(certificate, key);
    }

    /// A certificate for a server.
    ///
    /// @param names DNS names and IP addresses
    Issued server(String commonName, List<String> names, Instant now)
            throws GeneralSecurityException {
        List<byte[]> alternatives = new ArrayList<>();
        for (String name : names) {
            alternatives.add(
                    isAddress(name)
                            ? Der.implicit(IP_ADDRESS, address(name))
                            : Der.implicit(DNS_NAME, Der.ascii(name)));
        }
        return leaf(
                newKey(random),
                new X500Principal("CN=" + commonName),
                now,
                LEAF_LIFE,
                List.of(
                        usage(DIGITAL_SIGNATURE),
                        purpose(FOR_SERVERS),
                        extension(
                                ALTERNATIVE_NAMES,
                                false,
                                Der.sequence(alternatives.toArray(byte[][]::new)))));
    }

    /// A certificate for a user: CN is the name, each O a group (H7.3).
    Issued client(String user, List<String> groups, Instant now, Duration life)
            throws GeneralSecurityException {
        // a principal reads its parts from the last to the first
        StringBuilder subject = new StringBuilder("CN=").append(quoted(user));
        groups.reversed().forEach(group -> subject.append(",O=").append(quoted(group)));
        return leaf(
                newKey(random),
                new X500Principal(subject.toString()),
                now,
                life,
                List.of(usage(DIGITAL_SIGNATURE), purpose(FOR_CLIENTS)));
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    private Issued leaf(
            KeyPair pair,
            X500Principal subject,
            Instant now,
            Duration life,
            List<byte[]> extensions)
            throws GeneralSecurityException {
        return new Issued(
                issue(
                        certificate.getSubjectX500Principal(),
                        subject,
                        pair.getPublic(),
                        now,
                        life,
                        extensions,
                        key,
                        random),
                pair.getPrivate());
    }

    private static X509Certificate issue(
            X500Principal issuer,
            X500Principal subject,
            PublicKey subjectKey,
            Instant now,
            Duration life,
            List<byte[]> extensions,
            PrivateKey signer,
            SecureRandom random)
            throws GeneralSecurityException {
        byte[] content =
                Der.sequence(
                        Der.explicit(0, Der.integer(VERSION_3)),
                        Der.integer(new BigInteger(127, random).setBit(126)),
                        SIGNED_WITH,
                        issuer.getEncoded(),
                        Der.sequence(Der.time(now.minus(BACKDATED)), Der.time(now.plus(life))),
                        subject.getEncoded(),
                        subjectKey.getEncoded(),
                        Der.explicit(3, Der.sequence(extensions.toArray(byte[][]::new))));
        Signature signature = Signature.getInstance("SHA256withECDSA");
        signature.initSign(signer, random);
        signature.update(content);
        byte[] signed = Der.sequence(content, SIGNED_WITH, Der.bits(signature.sign()));
        return (X509Certificate)
                CertificateFactory.getInstance("X.509")
                        .generateCertificate(new ByteArrayInputStream(signed));
    }

    private static byte[] usage(int bits) {
        return extension(KEY_USAGE, true, Der.namedBits(bits));
    }

    private static byte[] purpose(String identifier) {
        return extension(EXTENDED_KEY_USAGE, false, Der.sequence(Der.identifier(identifier)));
    }

    private static byte[] extension(String identifier, boolean critical, byte[] value) {
        byte[] name = Der.identifier(identifier);
        return critical
                ? Der.sequence(name, Der.yes(), Der.octets(value))
                : Der.sequence(name, Der.octets(value));
    }

    private static KeyPair newKey(SecureRandom random) throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(new ECGenParameterSpec("secp256r1"), random);
        return generator.generateKeyPair();
    }

    private static boolean isAddress(String name) {
        return name.matches("[0-9.]+") || name.contains(":");
    }

    /// An address in digits is read, nobody is asked.
    private static byte[] address(String digits) throws GeneralSecurityException {
        try {
            return InetAddress.getByName(digits).getAddress();
        } catch (UnknownHostException malformed) {
            throw new GeneralSecurityException(digits + " is no IP address", malformed);
        }
    }
}
