package dev.sluice.apiserver.security;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.interfaces.ECPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;

/// The key that signs service account tokens: ECDSA P-256, `ES256` in the words of RFC 7518 (H7.1).
public final class SigningKey {
    private static final String ALGORITHM = "SHA256withECDSAinP1363Format";
    private static final Base64.Encoder PLAIN = Base64.getEncoder();

    private final PrivateKey privateKey;
    private final PublicKey publicKey;
    private final String id;

    private SigningKey(PrivateKey privateKey, PublicKey publicKey) throws GeneralSecurityException {
        this.privateKey = privateKey;
        this.publicKey = publicKey;
        byte[] hash = MessageDigest.getInstance("SHA-256").digest(publicKey.getEncoded());
        this.id = url(hash);
    }

    static SigningKey create(SecureRandom random) throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(new ECGenParameterSpec("secp256r1"), random);
        KeyPair pair = generator.generateKeyPair();
        return new SigningKey(pair.getPrivate(), pair.getPublic());
    }

    /// The key as it is kept: both halves as PEM.
    public String pem() {
        return block("PRIVATE KEY", privateKey.getEncoded())
                + block("PUBLIC KEY", publicKey.getEncoded());
    }

    static SigningKey of(String pem) throws GeneralSecurityException {
        KeyFactory factory = KeyFactory.getInstance("EC");
        return new SigningKey(
                factory.generatePrivate(new PKCS8EncodedKeySpec(body(pem, "PRIVATE KEY"))),
                factory.generatePublic(new X509EncodedKeySpec(body(pem, "PUBLIC KEY"))));
    }

    private static String block(String name, byte[] der) {
        return "-----BEGIN "
                + name
                + "-----\n"
                + PLAIN.encodeToString(der)
                + "\n-----END "
                + name
                + "-----\n";
    }

    private static byte[] body(String pem, String name) throws GeneralSecurityException {
        String head = "-----BEGIN " + name + "-----";
        int from = pem.indexOf(head);
        int to = pem.indexOf("-----END " + name + "-----");
        if (from < 0 || to < from) {
            throw new GeneralSecurityException(
                    "the signing key has no block " + name + ", expected one");
        }
        try {
            return Base64.getMimeDecoder().decode(pem.substring(from + head.length(), to));
        } catch (IllegalArgumentException malformed) {
            throw new GeneralSecurityException("the signing key is no PEM", malformed);
        }
    }

    /// What tokens name the key by.
    String id() {
        return id;
    }

    /// The signature of a text, in URL-safe Base64.
    String sign(String text) {
        try {
            Signature signature = Signature.getInstance(ALGORITHM);
            signature.initSign(privateKey);
            signature.update(text.getBytes(StandardCharsets.US_ASCII));
            return url(signature.sign());
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("signing with the server's own key failed", impossible);
        }
    }

    boolean verifies(String text, byte[] given) {
        try {
            Signature signature = Signature.getInstance(ALGORITHM);
            signature.initVerify(publicKey);
            signature.update(text.getBytes(StandardCharsets.UTF_8));
            return signature.verify(given);
        } catch (GeneralSecurityException malformed) {
            return false;
        }
    }

    /// The public half as a JSON Web Key Set, for those who verify tokens themselves.
    public String keySet() {
        ECPublicKey key = (ECPublicKey) publicKey;
        return """
        {"keys":[{"use":"sig","kty":"EC","kid":"%s","crv":"P-256","alg":"ES256","x":"%s","y":"%s"}]}
        """
                .formatted(
                        id,
                        url(Pem.fixed(key.getW().getAffineX())),
                        url(Pem.fixed(key.getW().getAffineY())))
                .strip();
    }

    private static String url(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
