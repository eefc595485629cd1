package dev.sluice.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Who may do what (H7.5 to H7.8, H11.3 row 60).
class AccessStoriesTest {
    private static final String RBAC = "/apis/rbac.authorization.k8s.io/v1";
    private static final String ROLES = RBAC + "/namespaces/default/roles";
    private static final String BINDINGS = RBAC + "/namespaces/default/rolebindings";
    private static final String MAPS = "/api/v1/namespaces/default/configmaps";
    private static final String REVIEWS = "/apis/authorization.k8s.io/v1/";

    private ApiServer server;
    private Client admin;
    private Client bob;

    @BeforeEach
    void start() throws StartupFailure {
        server = ApiServer.start(ApiServerConfig.ephemeral().withPort(-1));
        admin = new Client(server);
        bob = admin.with("impersonate-user", "bob");
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void aRoleAllowsWhatItNamesAndNothingElse() {
        grant("bob", "{\"apiGroups\":[\"\"],\"resources\":[\"configmaps\"],\"verbs\":[\"get\"]}");

        assertThat(bob.get(MAPS + "/a").code()).isEqualTo(404);
        assertThat(bob.get(MAPS).text("/message"))
                .isEqualTo(
                        "configmaps is forbidden: User \"bob\" cannot list resource \"configmaps\""
                                + " in API group \"\" in the namespace \"default\"");
        assertThat(bob.get("/api/v1/namespaces/kube-system/configmaps/a").code()).isEqualTo(403);
        assertThat(bob.get("/api/v1/namespaces/default/secrets/a").code()).isEqualTo(403);
        assertThat(bob.get("/apis/no.such.group/v1/things").code()).isEqualTo(403);
    }

    @Test
    void namesNarrowARuleAlsoForListsThatSelectOne() {
        grant(
                "bob",
                "{\"apiGroups\":[\"\"],\"resources\":[\"configmaps\"],\"resourceNames\":[\"a\"],"
                        + "\"verbs\":[\"get\",\"list\",\"watch\"]}");

        assertThat(bob.get(MAPS + "/a").code()).isEqualTo(404);
        assertThat(bob.get(MAPS + "/b").code()).isEqualTo(403);
        assertThat(bob.get(MAPS).code()).isEqualTo(403);
        assertThat(bob.get(MAPS + "?fieldSelector=metadata.name=a").code()).isEqualTo(200);
        assertThat(bob.get(MAPS + "/a?watch=true").code()).isEqualTo(403);
    }

    @Test
    void aSubresourceIsAResourceOfItsOwn() {
        grant("bob", "{\"apiGroups\":[\"\"],\"resources\":[\"pods/log\"],\"verbs\":[\"get\"]}");

        assertThat(bob.get("/api/v1/namespaces/default/pods/p/log").code()).isEqualTo(404);
        assertThat(bob.get("/api/v1/namespaces/default/pods/p").code()).isEqualTo(403);
    }

    @Test
    void whoMayOnlyChangeDoesNotCreateByApplyingOrPutting() {
        grant(
                "bob",
                "{\"apiGroups\":[\"\",\"coordination.k8s.io\"],\"resources\":[\"configmaps\",\"leases\"],"
                        + "\"verbs\":[\"patch\",\"update\"]}");
        Client applying = bob.with("content-type", "application/apply-patch+yaml");
        String map =
                "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"a\"},\"data\":{\"k\":\"v\"}}";
        String lease = "{\"metadata\":{\"name\":\"l\"}}";
        String leases = "/apis/coordination.k8s.io/v1/namespaces/default/leases/l";

        assertThat(applying.patch(MAPS + "/a?fieldManager=m", map).text("/message"))
                .isEqualTo(
                        "configmaps \"a\" is forbidden: User \"bob\" cannot create resource"
                                + " \"configmaps\" in API group \"\" in the namespace \"default\"");
        assertThat(bob.put(leases, lease).code()).isEqualTo(403);
        admin.post(MAPS, "{\"metadata\":{\"name\":\"a\"}}");
        assertThat(admin.put(leases, lease).code()).isEqualTo(201);
        assertThat(applying.patch(MAPS + "/a?fieldManager=m", map).code()).isEqualTo(200);
        assertThat(bob.put(leases, lease).code()).isNotEqualTo(403);
    }

    @Test
    void nobodyGrantsWhatHeHasNotGot() {
        grant(
                "bob",
                "{\"apiGroups\":[\"rbac.authorization.k8s.io\"],\"resources\":[\"roles\",\"rolebindings\"],"
                        + "\"verbs\":[\"create\",\"update\"]}",
                "{\"apiGroups\":[\"\"],\"resources\":[\"configmaps\"],\"verbs\":[\"get\",\"list\"]}");
        admin.post(
                ROLES,
                role("strong", "{\"apiGroups\":[\"\"],\"resources\":[\"*\"],\"verbs\":[\"*\"]}"));

        assertThat(
                        bob.post(
                                        ROLES,
                                        role(
                                                "same",
                                                "{\"apiGroups\":[\"\"],\"resources\":[\"configmaps\"],\"verbs\":[\"get\"]}"))
                                .code())
                .isEqualTo(201);
        Client.Answer more =
                bob.post(
                        ROLES,
                        role(
                                "more",
                                "{\"apiGroups\":[\"\"],\"resources\":[\"configmaps\"],\"verbs\":[\"get\",\"delete\"]}"));
        assertThat(more.code()).isEqualTo(403);
        assertThat(more.text("/message"))
                .contains("attempting to grant RBAC permissions not currently held")
                .contains("{APIGroups:[\"\"], Resources:[\"configmaps\"], Verbs:[\"delete\"]}");
        assertThat(bob.post(BINDINGS, binding("x", "strong", "bob")).code()).isEqualTo(403);
        assertThat(bob.post(BINDINGS, binding("y", "same", "carol")).code()).isEqualTo(201);
        assertThat(bob.post(BINDINGS, binding("z", "absent", "carol")).code()).isEqualTo(404);
    }

    @Test
    void theVerbsEscalateAndBindLiftThatLimit() {
        grant(
                "bob",
                "{\"apiGroups\":[\"rbac.authorization.k8s.io\"],\"resources\":[\"roles\",\"rolebindings\"],"
                        + "\"verbs\":[\"create\",\"escalate\",\"bind\"]}");
        String strong =
                role("s", "{\"apiGroups\":[\"*\"],\"resources\":[\"*\"],\"verbs\":[\"*\"]}");

        assertThat(bob.post(ROLES, strong).code()).isEqualTo(201);
        assertThat(bob.post(BINDINGS, binding("b2", "s", "bob")).code()).isEqualTo(201);
        assertThat(bob.get("/api/v1/namespaces/default/secrets").code()).isEqualTo(200);
    }

    @Test
    void onlyAClusterAdministratorAggregates() {
        admin.post(
                RBAC + "/clusterroles",
                "{\"metadata\":{\"name\":\"maker\"},\"rules\":[{\"apiGroups\":[\"rbac.authorization.k8s.io\"],"
                        + "\"resources\":[\"clusterroles\"],\"verbs\":[\"create\"]}]}");
        admin.post(
                RBAC + "/clusterrolebindings",
                "{\"metadata\":{\"name\":\"maker\"},\"roleRef\":{\"kind\":\"ClusterRole\",\"name\":\"maker\"},"
                        + "\"subjects\":[{\"kind\":\"User\",\"name\":\"bob\"}]}");
        String aggregating =
                "{\"metadata\":{\"name\":\"sum\"},\"aggregationRule\":{\"clusterRoleSelectors\":"
                        + "[{\"matchLabels\":{\"a\":\"b\"}}]}}";

        assertThat(bob.post(RBAC + "/clusterroles", aggregating).text("/message"))
                .contains("must have cluster-admin privileges to use the aggregationRule");
        assertThat(admin.post(RBAC + "/clusterroles", aggregating).code()).isEqualTo(201);
    }

    @Test
    void impersonationNeedsTheRightForEveryPartOfIt() {
        Client mallory = new Client(server).as("mallory");
        assertThat(mallory.with("impersonate-user", "bob").get(MAPS).text("/message"))
                .isEqualTo(
                        "users \"bob\" is forbidden: User \"mallory\" cannot impersonate resource"
                                + " \"users\" in API group \"\" at the cluster scope");
        admin.post(
                RBAC + "/clusterroles",
                "{\"metadata\":{\"name\":\"imp\"},\"rules\":[{\"apiGroups\":[\"\"],\"resources\":[\"users\"],"
                        + "\"resourceNames\":[\"bob\"],\"verbs\":[\"impersonate\"]}]}");
        admin.post(
                RBAC + "/clusterrolebindings",
                "{\"metadata\":{\"name\":\"imp\"},\"roleRef\":{\"kind\":\"ClusterRole\",\"name\":\"imp\"},"
                        + "\"subjects\":[{\"kind\":\"User\",\"name\":\"mallory\"}]}");

        Client asBob = mallory.with("impersonate-user", "bob");
        Client.Answer who = whoAmI(asBob);
        assertThat(who.text("/status/userInfo/username")).isEqualTo("bob");
        assertThat(who.body().at("/status/userInfo/groups").toString())
                .isEqualTo("[\"system:authenticated\"]");
        assertThat(mallory.with("impersonate-user", "carol").get("/version").code()).isEqualTo(403);
        assertThat(asBob.with("impersonate-group", "system:masters").get(MAPS).text("/message"))
                .startsWith("groups \"system:masters\" is forbidden: User \"mallory\" cannot");
        assertThat(asBob.with("impersonate-uid", "1").get("/version").text("/message"))
                .startsWith("uids.authentication.k8s.io \"1\" is forbidden");
        assertThat(asBob.with("impersonate-extra-scope", "v").get("/version").text("/message"))
                .startsWith("userextras.authentication.k8s.io \"v\" is forbidden")
                .contains("\"userextras/scope\"");
        assertThat(admin.with("impersonate-group", "crew").get(MAPS).code()).isEqualTo(500);
    }

    @Test
    void anImpersonatedUserIsTakenWhole() {
        Client.Answer who =
                whoAmI(
                        bob.with("impersonate-group", "crew")
                                .with("impersonate-uid", "7")
                                .with("impersonate-extra-my%2fkey", "v"));

        assertThat(who.body().at("/status/userInfo").toString())
                .isEqualTo(
                        "{\"username\":\"bob\",\"uid\":\"7\",\"groups\":[\"crew\",\"system:authenticated\"],"
                                + "\"extra\":{\"my/key\":[\"v\"]}}");
    }

    @Test
    void reviewsSayWhatRequestsWouldMeet() {
        grant("bob", "{\"apiGroups\":[\"\"],\"resources\":[\"configmaps\"],\"verbs\":[\"list\"]}");
        String question =
                "\"resourceAttributes\":{\"namespace\":\"default\",\"verb\":\"list\",\"resource\":\"configmaps\"}";

        Client.Answer self =
                bob.post(REVIEWS + "selfsubjectaccessreviews", "{\"spec\":{" + question + "}}");
        assertThat(self.body().at("/status/allowed").asBoolean()).isTrue();
        Client.Answer other =
                admin.post(
                        REVIEWS + "subjectaccessreviews",
                        "{\"spec\":{\"user\":\"carol\"," + question + "}}");
        assertThat(other.body().at("/status").toString()).isEqualTo("{\"allowed\":false}");
        Client.Answer url =
                bob.post(
                        REVIEWS + "selfsubjectaccessreviews",
                        "{\"spec\":{\"nonResourceAttributes\":{\"verb\":\"get\",\"path\":\"/apis/batch\"}}}");
        assertThat(url.body().at("/status/allowed").asBoolean()).isTrue();
        assertThat(
                        admin.post(REVIEWS + "subjectaccessreviews", "{\"spec\":{\"user\":\"x\"}}")
                                .code())
                .isEqualTo(422);
        assertThat(admin.get(REVIEWS + "subjectaccessreviews").code()).isEqualTo(405);
        Client.Answer rules =
                bob.post(
                        REVIEWS + "selfsubjectrulesreviews",
                        "{\"spec\":{\"namespace\":\"default\"}}");
        assertThat(rules.body().at("/status/resourceRules").toString())
                .contains(
                        "{\"verbs\":[\"list\"],\"apiGroups\":[\"\"],\"resources\":[\"configmaps\"]}");
    }

    @Test
    void defaultRolesComeBackWithAStartUnlessToldNotTo(@TempDir Path data) throws StartupFailure {
        String discovery = RBAC + "/clusterroles/system:discovery";
        String basic = RBAC + "/clusterroles/system:basic-user";
        ApiServerConfig durable = ApiServerConfig.durable(data).withPort(-1);
        try (ApiServer first = ApiServer.start(durable)) {
            Client client = new Client(first);
            client.mergePatch(discovery, "{\"rules\":[]}");
            client.mergePatch(
                    basic,
                    "{\"rules\":[],\"metadata\":{\"annotations\":"
                            + "{\"rbac.authorization.kubernetes.io/autoupdate\":\"false\"}}}");
            assertThat(client.as("eve").get("/api").code()).isEqualTo(403);
        }
        try (ApiServer second = ApiServer.start(durable)) {
            Client client = new Client(second);
            assertThat(client.as("eve").get("/api").code()).isEqualTo(200);
            assertThat(client.get(basic).body().path("rules")).isEmpty();
        }
    }

    private Client.Answer whoAmI(Client client) {
        return client.post("/apis/authentication.k8s.io/v1/selfsubjectreviews", "{}");
    }

    private void grant(String user, String... rules) {
        assertThat(admin.post(ROLES, role("granted", rules)).code()).isEqualTo(201);
        assertThat(admin.post(BINDINGS, binding("granted", "granted", user)).code()).isEqualTo(201);
    }

    private static String role(String name, String... rules) {
        return "{\"metadata\":{\"name\":\""
                + name
                + "\"},\"rules\":["
                + String.join(",", rules)
                + "]}";
    }

    private static String binding(String name, String role, String user) {
        return "{\"metadata\":{\"name\":\""
                + name
                + "\"},\"roleRef\":{\"kind\":\"Role\",\"name\":\""
                + role
                + "\"},\"subjects\":[{\"kind\":\"User\",\"name\":\""
                + user
                + "\"}]}";
    }
}
