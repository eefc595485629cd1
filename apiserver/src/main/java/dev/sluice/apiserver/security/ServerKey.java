package dev.sluice.apiserver.security;

import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;

/// The one certificate that a server shows. A key store would do too, but encrypts the key under a password that nobody
/// needs, which takes a tenth of a second.
final class ServerKey extends X509ExtendedKeyManager {
    private static final String ALIAS = "server";

    private final X509Certificate certificate;
    private final PrivateKey key;

    ServerKey(CertificateAuthority.Issued issued) {
        this.certificate = issued.certificate();
        this.key = issued.key();
    }

    private String @Nullable [] aliases(String keyType) {
        return keyType.equals(key.getAlgorithm()) ? new String[] {ALIAS} : null;
    }

    @Override
    public String @Nullable [] getServerAliases(String keyType, Principal @Nullable [] issuers) {
        return aliases(keyType);
    }

    @Override
    public @Nullable String chooseServerAlias(
            String keyType, Principal @Nullable [] issuers, @Nullable Socket socket) {
        return aliases(keyType) == null ? null : ALIAS;
    }

    @Override
    public @Nullable String chooseEngineServerAlias(
            String keyType, Principal @Nullable [] issuers, @Nullable SSLEngine engine) {
        return aliases(keyType) == null ? null : ALIAS;
    }

    @Override
    public String @Nullable [] getClientAliases(String keyType, Principal @Nullable [] issuers) {
        return null;
    }

    @Override
    public @Nullable String chooseClientAlias(
            String[] keyTypes, Principal @Nullable [] issuers, @Nullable Socket socket) {
        return null;
    }

    @Override
    public X509Certificate @Nullable [] getCertificateChain(String alias) {
        return alias.equals(ALIAS) ? new X509Certificate[] {certificate} : null;
    }

    @Override
    public @Nullable PrivateKey getPrivateKey(String alias) {
        return alias.equals(ALIAS) ? key : null;
    }
}
