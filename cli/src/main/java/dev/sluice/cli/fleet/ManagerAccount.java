package dev.sluice.cli.fleet;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.api.access.Roles;
import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import io.fabric8.kubernetes.api.model.authentication.TokenRequestBuilder;
import io.fabric8.kubernetes.api.model.authentication.TokenReviewBuilder;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBindingBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Optional;

/// The account by which a manager acts in a worker cluster. One role says what it may do there; its tokens end with it.
final class ManagerAccount {
    private static final Duration TOKEN_LIFE = Duration.ofDays(365);

    /// As with certificates: a token with less left is made anew at the start.
    private static final Duration RENEWED_BEFORE = Duration.ofDays(120);

    private static final ObjectMapper JSON = new ObjectMapper();

    private final KubernetesClient worker;
    private final String namespace;

    /// @param namespace of the controllers
    ManagerAccount(KubernetesClient worker, String namespace) {
        this.worker = worker;
        this.namespace = namespace;
    }

    /// Makes it, unless it is there.
    void ensure() {
        String name = Roles.MULTIKUEUE_MANAGER;
        Introduction.ensure(
                worker,
                new ServiceAccountBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .withNamespace(namespace)
                        .endMetadata()
                        .build());
        Introduction.ensure(
                worker,
                new ClusterRoleBindingBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .endMetadata()
                        .withNewRoleRef("rbac.authorization.k8s.io", "ClusterRole", name)
                        .addNewSubject("", "ServiceAccount", name, namespace)
                        .build());
    }

    /// A token for it.
    ///
    /// @param known one that was issued before; it is kept as long as it is good
    String token(Optional<String> known, Instant now) {
        return known.filter(token -> expiry(token).isAfter(now.plus(RENEWED_BEFORE)))
                .filter(this::isAccepted)
                .orElseGet(this::newToken);
    }

    private boolean isAccepted(String token) {
        return Boolean.TRUE.equals(
                worker.resource(
                                new TokenReviewBuilder()
                                        .withNewSpec()
                                        .withToken(token)
                                        .endSpec()
                                        .build())
                        .create()
                        .getStatus()
                        .getAuthenticated());
    }

    private String newToken() {
        return worker.serviceAccounts()
                .inNamespace(namespace)
                .withName(Roles.MULTIKUEUE_MANAGER)
                .tokenRequest(
                        new TokenRequestBuilder()
                                .withNewSpec()
                                .withExpirationSeconds(TOKEN_LIFE.toSeconds())
                                .endSpec()
                                .build())
                .getStatus()
                .getToken();
    }

    /// When a token ends; the past if that cannot be read.
    private static Instant expiry(String token) {
        String[] parts = token.split("\\.", -1);
        try {
            String claims =
                    parts.length == 3
                            ? new String(
                                    Base64.getUrlDecoder().decode(parts[1]), StandardCharsets.UTF_8)
                            : "{}";
            return Instant.ofEpochSecond(JSON.readTree(claims).path("exp").asLong());
        } catch (IllegalArgumentException | JsonProcessingException unreadable) {
            return Instant.EPOCH;
        }
    }
}
