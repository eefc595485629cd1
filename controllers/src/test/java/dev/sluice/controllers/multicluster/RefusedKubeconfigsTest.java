package dev.sluice.controllers.multicluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// L5.2: which kubeconfigs are not used, and that the words about it hold no secret.
class RefusedKubeconfigsTest {
    private static final String SERVER = "server: \"https://worker.example.com:6443\"";

    private static Access read(String cluster, String user) {
        return Kubeconfig.read(
                """
                apiVersion: v1
                kind: Config
                clusters: [{name: c, cluster: {%s}}]
                users: [{name: u, user: {%s}}]
                contexts: [{name: x, context: {cluster: c, user: u}}]
                current-context: x
                """
                        .formatted(cluster, user));
    }

    private static Access.Refused refused(Access access) {
        assertThat(access).isInstanceOf(Access.Refused.class);
        return (Access.Refused) access;
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            value = {
                "tokenFile: /var/token, users[u].user.tokenFile is \"/var/token\"",
                "exec: {command: steal}, users[u].user.exec is the command \"steal\"",
                "auth-provider: {name: gcp}, users[u].user.auth-provider is \"gcp\"",
                "username: admin, users[u].user.username is \"admin\"",
                "password: sesame, users[u].user.password is set",
            })
    void aUserBringsTheCredentialsThemselves(String user, String words) {
        Access.Refused refused = refused(read(SERVER, user));

        assertThat(refused.reason()).isEqualTo(Access.Reason.INSECURE_KUBE_CONFIG);
        assertThat(refused.words()).startsWith(words + ", expected nothing: ");
        assertThat(refused.words()).doesNotContain("sesame");
    }

    @Test
    void aServerHasToShowWhoItIs() {
        Access.Refused anybody =
                refused(read(SERVER + ", insecure-skip-tls-verify: true", "token: t"));
        Access.Refused file =
                refused(read(SERVER + ", certificate-authority: /etc/ca.crt", "token: t"));

        assertThat(anybody.reason()).isEqualTo(Access.Reason.INSECURE_KUBE_CONFIG);
        assertThat(file.reason()).isEqualTo(Access.Reason.INSECURE_KUBE_CONFIG);
        assertThat(file.words())
                .startsWith("clusters[c].cluster.certificate-authority is \"/etc/ca.crt\"");
        assertThat(read(SERVER + ", insecure-skip-tls-verify: false", "token: t"))
                .isInstanceOf(Access.Usable.class);
    }

    /// One that is not used now could be by a change of the context alone.
    @Test
    void whatNoContextNamesCountsToo() {
        Access.Refused refused =
                refused(
                        Kubeconfig.read(
                                """
                                clusters: [{name: c, cluster: {%s}}]
                                users: [{name: u, user: {token: t}}, {name: idle, user: {tokenFile: f}}]
                                contexts: [{name: x, context: {cluster: c, user: u}}]
                                current-context: x
                                """
                                        .formatted(SERVER)));

        assertThat(refused.words()).startsWith("users[idle].user.tokenFile");
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            value = {
                "server: \"\", is missing",
                "server: \"ftp://worker.example.com\", is \"ftp://worker.example.com\"",
                "server: \"https://under_score.example.com\", is \"https://under_score.example.com\"",
                "server: \"https://999.1.1.1.\", is \"https://999.1.1.1.\"",
                "server: \"https://me:sesame@worker.example.com\", is \"https://...@worker.example.com\"",
            })
    void aServerIsAnAddressOrAName(String cluster, String words) {
        Access.Refused refused = refused(read(cluster, "token: t"));

        assertThat(refused.reason()).isEqualTo(Access.Reason.BAD_KUBE_CONFIG);
        assertThat(refused.words()).startsWith("clusters[c].cluster.server " + words);
    }

    @Test
    void whatCannotBeReadIsNotShown() {
        String key = Base64.getEncoder().encodeToString(new byte[] {1, 2, 3});

        assertThat(refused(Kubeconfig.read("users: [{token: sesame")).words())
                .startsWith("the kubeconfig is neither YAML nor JSON")
                .doesNotContain("sesame");
        assertThat(refused(Kubeconfig.read("sesame")).words())
                .isEqualTo("the kubeconfig is no mapping of fields");
        assertThat(refused(read(SERVER, "client-key-data: \"" + key + "%\"")).words())
                .isEqualTo("users[u].user.client-key-data is not base64");
        assertThat(refused(Kubeconfig.read("current-context: y\ncontexts: [{name: x}]")).words())
                .isEqualTo("current-context is \"y\", expected a name of contexts: [x]");
    }
}
