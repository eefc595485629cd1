package dev.sluice.apiserver.security;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x500.X500NameBuilder;
import org.bouncycastle.asn1.x500.style.BCStyle;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.CertIOException;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.openssl.jcajce.JcaPEMWriter;
import org.bouncycastle.openssl.jcajce.JcaPKCS8Generator;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.jspecify.annotations.Nullable;

/// Issues certificates: ECDSA P-256, signed by one self-signed root (H7.1).
final class CertificateAuthority {
    private static final Duration ROOT_LIFE = Duration.ofDays(3_650);
    private static final int RSA_BITS = 2048;
    static final Duration LEAF_LIFE = Duration.ofDays(365);

    /// Clocks of clients may be a little behind.
    private static final Duration BACKDATED = Duration.ofMinutes(5);

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
        String certificatePem() {
            return pem(certificate);
        }

        String keyPem() {
            return pem(key);
        }
    }

    static CertificateAuthority create(String name, Instant now, SecureRandom random)
            throws GeneralSecurityException {
        KeyPair pair = newKey(random);
        X500Name subject = new X500Name("CN=" + name);
        try {
            X509v3CertificateBuilder builder =
                    builder(subject, subject, pair.getPublic(), now, ROOT_LIFE, random);
            builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(true));
            builder.addExtension(
                    Extension.keyUsage,
                    true,
                    new KeyUsage(
                            KeyUsage.digitalSignature | KeyUsage.keyCertSign | KeyUsage.cRLSign));
            return new CertificateAuthority(
                    sign(builder, pair.getPrivate()), pair.getPrivate(), random);
        } catch (CertIOException impossible) {
            throw new GeneralSecurityException(impossible);
        }
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
        GeneralName[] alternatives =
                names.stream()
                        .map(
                                name ->
                                        new GeneralName(
                                                isAddress(name)
                                                        ? GeneralName.iPAddress
                                                        : GeneralName.dNSName,
                                                name))
                        .toArray(GeneralName[]::new);
        return leaf(
                newKey(random),
                new X500Name("CN=" + commonName),
                KeyPurposeId.id_kp_serverAuth,
                new GeneralNames(alternatives),
                now,
                LEAF_LIFE);
    }

    /// A certificate for a user: CN is the name, each O a group (H7.3). Its key is RSA, the one kind that every client
    /// library reads without help; fabric8 does not read another in PKCS #8.
    Issued client(String user, List<String> groups, Instant now, Duration life)
            throws GeneralSecurityException {
        X500NameBuilder subject = new X500NameBuilder(BCStyle.INSTANCE);
        groups.forEach(g -> subject.addRDN(BCStyle.O, g));
        subject.addRDN(BCStyle.CN, user);
        return leaf(
                newRsaKey(random), subject.build(), KeyPurposeId.id_kp_clientAuth, null, now, life);
    }

    private Issued leaf(
            KeyPair pair,
            X500Name subject,
            KeyPurposeId purpose,
            @Nullable GeneralNames alternatives,
            Instant now,
            Duration life)
            throws GeneralSecurityException {
        X500Name issuer = X500Name.getInstance(certificate.getSubjectX500Principal().getEncoded());
        try {
            X509v3CertificateBuilder builder =
                    builder(issuer, subject, pair.getPublic(), now, life, random);
            builder.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature));
            builder.addExtension(Extension.extendedKeyUsage, false, new ExtendedKeyUsage(purpose));
            if (alternatives != null) {
                builder.addExtension(Extension.subjectAlternativeName, false, alternatives);
            }
            return new Issued(sign(builder, key), pair.getPrivate());
        } catch (CertIOException impossible) {
            throw new GeneralSecurityException(impossible);
        }
    }

    private static X509v3CertificateBuilder builder(
            X500Name issuer,
            X500Name subject,
            PublicKey key,
            Instant now,
            Duration life,
            SecureRandom random) {
        return new JcaX509v3CertificateBuilder(
                issuer,
                new BigInteger(127, random).setBit(126),
                Date.from(now.minus(BACKDATED)),
                Date.from(now.plus(life)),
                subject,
                key);
    }

    private static X509Certificate sign(X509v3CertificateBuilder builder, PrivateKey key)
            throws GeneralSecurityException {
        try {
            return new JcaX509CertificateConverter()
                    .getCertificate(
                            builder.build(
                                    new JcaContentSignerBuilder("SHA256withECDSA").build(key)));
        } catch (OperatorCreationException failure) {
            throw new GeneralSecurityException(failure);
        }
    }

    private static KeyPair newKey(SecureRandom random) throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(new ECGenParameterSpec("secp256r1"), random);
        return generator.generateKeyPair();
    }

    private static KeyPair newRsaKey(SecureRandom random) throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
        generator.initialize(RSA_BITS, random);
        return generator.generateKeyPair();
    }

    private static boolean isAddress(String name) {
        return name.matches("[0-9.]+") || name.contains(":");
    }

    private static String pem(Object thing) {
        StringWriter text = new StringWriter();
        try (JcaPEMWriter writer = new JcaPEMWriter(text)) {
            writer.writeObject(
                    thing instanceof PrivateKey key ? new JcaPKCS8Generator(key, null) : thing);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return text.toString();
    }
}
