package dev.sluice.apiserver.security;

import dev.sluice.apiserver.store.PrivateFiles;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Collection;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import javax.net.ssl.X509ExtendedKeyManager;

/// The certificates and the token by which a server and its administrator know each other. A durable server keeps
/// them in `tls/` of its data directory, readable by the owner alone (H7.1, H7.2).
///
/// @param caPem the authority that signed the other two
/// @param token the administrator's bearer token
/// @param signingKey signs the tokens of service accounts; it stays when certificates are renewed
public record Credentials(
        String caPem,
        String serverPem,
        String serverKeyPem,
        String adminPem,
        String adminKeyPem,
        String token,
        SigningKey signingKey) {
    /// A server certificate with less left is made anew at the start.
    private static final Duration RENEWED_BEFORE = Duration.ofDays(120);

    private static final List<String> FILES =
            List.of(
                    "ca.crt",
                    "server.crt",
                    "server.key",
                    "admin.crt",
                    "admin.key",
                    "token",
                    "sa.key");

    /// New ones, for a server that keeps nothing.
    public static Credentials create(Instant now, Exposure exposure)
            throws GeneralSecurityException {
        SecureRandom random = new SecureRandom();
        return issue(
                CertificateAuthority.create("sluice-ca", now, random),
                newToken(random),
                SigningKey.create(random),
                now,
                exposure);
    }

    /// Those of a data directory, made or renewed when needed.
    public static Credentials in(Path directory, Instant now, Exposure exposure)
            throws IOException, GeneralSecurityException {
        Path tls = directory.resolve("tls");
        if (FILES.stream().allMatch(f -> Files.exists(tls.resolve(f)))) {
            Credentials kept = read(tls);
            if (kept.freshAt(now) && kept.names(exposure)) {
                return kept;
            }
        }
        return renew(tls, now, exposure);
    }

    /// A kubeconfig for the administrator: certificate, key and authority inside (H7.2).
    ///
    /// @param server `https://127.0.0.1:6443`
    public String kubeconfig(String server) {
        return kubeconfig(server, "admin", caPem, adminPem, adminKeyPem)
                .replace("contexts:", "    token: " + token + "\ncontexts:");
    }

    /// What the server shows to those who connect.
    public X509ExtendedKeyManager serverKey() throws GeneralSecurityException {
        return new ServerKey(Pem.read(serverPem, serverKeyPem));
    }

    /// A kubeconfig for one more user of a server, with a new certificate signed by the server's authority.
    ///
    /// @param directory the data directory of the server
    /// @param life how long the certificate is good
    /// @throws IOException when the authority's files cannot be read
    public static String userKubeconfig(
            Path directory,
            String user,
            List<String> groups,
            Duration life,
            String server,
            Instant now)
            throws IOException, GeneralSecurityException {
        Path tls = directory.resolve("tls");
        String caPem = Files.readString(tls.resolve("ca.crt"));
        CertificateAuthority authority =
                CertificateAuthority.of(
                        Pem.read(caPem, Files.readString(tls.resolve("ca.key"))),
                        new SecureRandom());
        CertificateAuthority.Issued issued = authority.client(user, groups, now, life);
        return kubeconfig(server, "user", caPem, issued.certificatePem(), issued.ecKeyPem());
    }

    private static String kubeconfig(
            String server, String user, String caPem, String certificatePem, String keyPem) {
        return """
        apiVersion: v1
        kind: Config
        clusters:
        - name: sluice
          cluster:
            server: %1$s
            certificate-authority-data: %3$s
        users:
        - name: %2$s
          user:
            client-certificate-data: %4$s
            client-key-data: %5$s
        contexts:
        - name: sluice
          context:
            cluster: sluice
            user: %2$s
        current-context: sluice
        preferences: {}
        """
                .formatted(server, user, base64(caPem), base64(certificatePem), base64(keyPem));
    }

    /// Writes a text that only its owner may read.
    public static void writePrivately(Path file, String text) throws IOException {
        Path absolute = file.toAbsolutePath();
        Path parent = absolute.getParent();
        if (parent != null) {
            PrivateFiles.directory(parent);
        }
        Path temporary = absolute.resolveSibling(absolute.getFileName() + ".new");
        PrivateFiles.replace(temporary);
        Files.writeString(temporary, text, StandardOpenOption.WRITE);
        Files.move(temporary, absolute, StandardCopyOption.REPLACE_EXISTING);
    }

    private static Credentials renew(Path tls, Instant now, Exposure exposure)
            throws IOException, GeneralSecurityException {
        SecureRandom random = new SecureRandom();
        Path caKey = tls.resolve("ca.key");
        CertificateAuthority authority =
                Files.exists(caKey)
                        ? CertificateAuthority.of(
                                Pem.read(
                                        Files.readString(tls.resolve("ca.crt")),
                                        Files.readString(caKey)),
                                random)
                        : CertificateAuthority.create("sluice-ca", now, random);
        Path tokenFile = tls.resolve("token");
        String token =
                Files.exists(tokenFile) ? Files.readString(tokenFile).strip() : newToken(random);
        Path signingFile = tls.resolve("sa.key");
        SigningKey signingKey =
                Files.exists(signingFile)
                        ? SigningKey.of(Files.readString(signingFile))
                        : SigningKey.create(random);
        Credentials made = issue(authority, token, signingKey, now, exposure);
        writePrivately(caKey, authority.root().keyPem());
        List<String> texts =
                List.of(
                        made.caPem,
                        made.serverPem,
                        made.serverKeyPem,
                        made.adminPem,
                        made.adminKeyPem,
                        token,
                        signingKey.pem());
        for (int i = 0; i < FILES.size(); i++) {
            writePrivately(tls.resolve(FILES.get(i)), texts.get(i));
        }
        return made;
    }

    private static Credentials read(Path tls) throws IOException, GeneralSecurityException {
        return new Credentials(
                Files.readString(tls.resolve("ca.crt")),
                Files.readString(tls.resolve("server.crt")),
                Files.readString(tls.resolve("server.key")),
                Files.readString(tls.resolve("admin.crt")),
                Files.readString(tls.resolve("admin.key")),
                Files.readString(tls.resolve("token")).strip(),
                SigningKey.of(Files.readString(tls.resolve("sa.key"))));
    }

    private boolean freshAt(Instant now) throws GeneralSecurityException {
        Instant limit = now.plus(RENEWED_BEFORE);
        return limit.isBefore(Pem.certificate(serverPem).getNotAfter().toInstant())
                && limit.isBefore(Pem.certificate(adminPem).getNotAfter().toInstant());
    }

    private static Credentials issue(
            CertificateAuthority authority,
            String token,
            SigningKey signingKey,
            Instant now,
            Exposure exposure)
            throws GeneralSecurityException {
        CertificateAuthority.Issued server =
                authority.server("kube-apiserver", serverNames(exposure), now);
        CertificateAuthority.Issued admin =
                authority.client(
                        User.ADMIN.name(),
                        List.of(User.MASTERS),
                        now,
                        CertificateAuthority.LEAF_LIFE);
        return new Credentials(
                authority.root().certificatePem(),
                server.certificatePem(),
                server.keyPem(),
                admin.certificatePem(),
                admin.ecKeyPem(),
                token,
                signingKey);
    }

    /// Whether the server's certificate names all that it should.
    private boolean names(Exposure exposure) throws GeneralSecurityException {
        Set<String> there = new HashSet<>();
        Collection<List<?>> alternatives = Pem.certificate(serverPem).getSubjectAlternativeNames();
        if (alternatives != null) {
            alternatives.forEach(a -> there.add(String.valueOf(a.get(1))));
        }
        return there.containsAll(exposure.certified());
    }

    private static List<String> serverNames(Exposure exposure) {
        Set<String> all = new LinkedHashSet<>(usualNames());
        all.addAll(exposure.certified());
        return List.copyOf(all);
    }

    private static List<String> usualNames() {
        List<String> names =
                List.of(
                        "localhost",
                        "127.0.0.1",
                        "::1",
                        "kubernetes",
                        "kubernetes.default",
                        "kubernetes.default.svc");
        try {
            String host = InetAddress.getLocalHost().getHostName();
            if (host.matches("[A-Za-z0-9]([-A-Za-z0-9.]*[A-Za-z0-9])?") && !names.contains(host)) {
                return Stream.concat(names.stream(), Stream.of(host)).toList();
            }
        } catch (UnknownHostException nameless) {
            // a machine that does not know its own name is reached by address
        }
        return names;
    }

    /// Digits and letters only: one that begins with a dash would be taken for an option on a command line.
    private static String newToken(SecureRandom random) {
        byte[] bytes = new byte[32];
        random.nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }
}
