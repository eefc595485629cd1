package dev.sluice.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// The tokens of service accounts: issued, verified, and good for as long as what they name (H2.64, H7.3).
class TokenStoriesTest {
    private static final String ACCOUNTS = "/api/v1/namespaces/default/serviceaccounts";
    private static final String PODS = "/api/v1/namespaces/default/pods";

    private final TurnedClock clock = new TurnedClock();
    private ApiServer server;
    private Client admin;

    @BeforeEach
    void start() throws StartupFailure {
        server = ApiServer.start(ApiServerConfig.ephemeral().withPort(-1).withClock(clock));
        admin = new Client(server);
        assertThat(admin.post(ACCOUNTS, "{\"metadata\":{\"name\":\"robot\"}}").code())
                .isEqualTo(201);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void aTokenNamesItsAccount() {
        Client.Answer review = review(token("{}"), "[]");

        assertThat(review.body().at("/status/authenticated").asBoolean()).isTrue();
        assertThat(review.text("/status/user/username"))
                .isEqualTo("system:serviceaccount:default:robot");
        assertThat(review.body().at("/status/user/groups").toString())
                .isEqualTo(
                        "[\"system:serviceaccounts\",\"system:serviceaccounts:default\",\"system:authenticated\"]");
        assertThat(
                        review.body()
                                .at(
                                        "/status/user/extra/authentication.kubernetes.io~1credential-id/0")
                                .asText())
                .startsWith("JTI=");
    }

    @Test
    void aTokenExpires() {
        String token = token("{\"expirationSeconds\":600}");
        clock.turn(Duration.ofSeconds(599));
        assertThat(error(token)).isEmpty();
        clock.turn(Duration.ofSeconds(1));
        assertThat(error(token)).contains("expired");
    }

    @Test
    void aTokenIsForItsAudience() {
        String token = token("{\"audiences\":[\"vault\",\"other\"]}");

        assertThat(error(token)).contains("audiences");
        Client.Answer review = review(token, "[\"vault\",\"unknown\"]");
        assertThat(review.body().at("/status/audiences").toString()).isEqualTo("[\"vault\"]");
        assertThat(review.body().at("/status/authenticated").asBoolean()).isTrue();
    }

    @Test
    void aTokenEndsWithItsAccountAlsoWhenANewOneHasTheName() {
        String token = token("{}");
        admin.delete(ACCOUNTS + "/robot");
        assertThat(error(token)).contains("deleted");
        admin.post(ACCOUNTS, "{\"metadata\":{\"name\":\"robot\"}}");
        assertThat(error(token)).contains("deleted");
    }

    @Test
    void aTokenEndsWithThePodThatItIsBoundTo() {
        assertThat(admin.post(PODS, pod("p", "robot")).code()).isEqualTo(201);
        String token = token(bound("p", ""));
        Client.Answer review = review(token, "[]");
        assertThat(
                        review.body()
                                .at("/status/user/extra/authentication.kubernetes.io~1pod-name/0")
                                .asText())
                .isEqualTo("p");

        admin.delete(PODS + "/p?gracePeriodSeconds=0");
        assertThat(error(token)).contains("bound to a Pod that is gone");
    }

    @Test
    void aTokenIsBoundOnlyToWhatFits() {
        admin.post(ACCOUNTS, "{\"metadata\":{\"name\":\"other\"}}");
        admin.post(PODS, pod("p", "other"));

        assertThat(ask(bound("absent", "")).code()).isEqualTo(404);
        assertThat(ask(bound("p", "")).text("/message")).contains("different serviceaccount name");
        assertThat(ask(bound("p", "11111111-2222-4333-8444-555555555555")).code()).isEqualTo(409);
        assertThat(
                        ask("{\"boundObjectRef\":{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",\"name\":\"c\"}}")
                                .text("/message"))
                .contains("cannot bind token to object of type v1, Kind=ConfigMap");
    }

    @Test
    void nobodyMakesOrChangesATokenHimself() {
        String token = token("{}");
        String[] parts = token.split("\\.", -1);
        String claims =
                new String(Base64.getUrlDecoder().decode(parts[1]), StandardCharsets.UTF_8)
                        .replace("\"robot\"", "\"admin\"");
        String none = encoded("{\"alg\":\"none\"}");

        assertThat(error(parts[0] + "." + encoded(claims) + "." + parts[2]))
                .isEqualTo("invalid bearer token");
        assertThat(error(none + "." + parts[1] + ".")).isEqualTo("invalid bearer token");
        assertThat(error(none + "." + parts[1] + "." + parts[2])).isEqualTo("invalid bearer token");
        assertThat(error("a.b.c")).isEqualTo("invalid bearer token");
        assertThat(error("..")).isEqualTo("invalid bearer token");
        assertThat(error(parts[0] + "." + parts[1] + "." + encoded("x".repeat(64))))
                .isEqualTo("invalid bearer token");
    }

    private static String encoded(String text) {
        return Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String pod(String name, String account) {
        return "{\"metadata\":{\"name\":\""
                + name
                + "\"},\"spec\":{\"serviceAccountName\":\""
                + account
                + "\",\"containers\":[{\"name\":\"c\",\"image\":\"i\"}]}}";
    }

    private static String bound(String pod, String uid) {
        return "{\"boundObjectRef\":{\"kind\":\"Pod\",\"apiVersion\":\"v1\",\"name\":\""
                + pod
                + "\",\"uid\":\""
                + uid
                + "\"}}";
    }

    private Client.Answer ask(String spec) {
        return admin.post(ACCOUNTS + "/robot/token", "{\"spec\":" + spec + "}");
    }

    private String token(String spec) {
        return ask(spec).text("/status/token");
    }

    private Client.Answer review(String token, String audiences) {
        return admin.post(
                "/apis/authentication.k8s.io/v1/tokenreviews",
                "{\"spec\":{\"token\":\"" + token + "\",\"audiences\":" + audiences + "}}");
    }

    private String error(String token) {
        return review(token, "[]").text("/status/error");
    }
}
