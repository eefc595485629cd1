package dev.sluice.apiserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.apiserver.audit.AuditLog;
import dev.sluice.apiserver.audit.AuditPolicy;
import dev.sluice.apiserver.security.Exposure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The record of who did what (H7.24).
class AuditStoriesTest {
    private static final String MAPS = "/api/v1/namespaces/default/configmaps";
    private static final String SECRETS = "/api/v1/namespaces/default/secrets";
    private static final ObjectMapper MAPPER = new ObjectMapper();

    @TempDir Path directory;

    @Test
    void changesAreRecordedWithWhoAndWhat() throws Exception {
        List<JsonNode> lines =
                recorded(
                        AuditPolicy.CHANGES,
                        admin -> {
                            admin.get(MAPS);
                            admin.with("user-agent", "kubectl/1")
                                    .post(MAPS + "?fieldManager=a%20b", map("a"));
                            admin.with("impersonate-user", "bob").delete(MAPS + "/a");
                        });

        JsonNode created = only(lines, "create", "configmaps");
        assertThat(created.at("/level").asText()).isEqualTo("Metadata");
        assertThat(created.at("/user/username").asText()).isEqualTo("system:admin");
        assertThat(created.at("/userAgent").asText()).isEqualTo("kubectl/1");
        assertThat(created.at("/responseStatus/code").asInt()).isEqualTo(201);
        assertThat(created.has("requestObject")).isFalse();
        JsonNode refused = only(lines, "delete", "configmaps");
        assertThat(refused.at("/impersonatedUser/username").asText()).isEqualTo("bob");
        assertThat(refused.at("/objectRef").toString())
                .isEqualTo(
                        "{\"resource\":\"configmaps\",\"namespace\":\"default\",\"name\":\"a\"}");
        assertThat(refused.at("/responseStatus/reason").asText()).isEqualTo("Forbidden");
        assertThat(lines).noneMatch(l -> l.at("/verb").asText().equals("list"));
    }

    /// The path of a creation has no name: it is the one that the server gave, or the one that was refused.
    @Test
    void creationsAreRecordedWithTheName() throws Exception {
        List<JsonNode> lines =
                recorded(
                        AuditPolicy.CHANGES,
                        admin -> {
                            admin.post(MAPS, map("plain"));
                            admin.post(MAPS, "{\"metadata\":{\"generateName\":\"made-\"}}");
                            admin.with("impersonate-user", "bob").post(MAPS, map("refused"));
                            admin.with("accept", "application/json;as=Table;v=v1;g=meta.k8s.io")
                                    .post(MAPS, map("shown-as-table"));
                            admin.post(MAPS, "{\"metadata\":");
                        });

        List<String> names =
                lines.stream().map(line -> line.at("/objectRef/name").asText()).toList();
        assertThat(names).hasSize(5);
        assertThat(names.get(0)).isEqualTo("plain");
        assertThat(names.get(1)).startsWith("made-").hasSizeGreaterThan(5);
        assertThat(names.get(2)).isEqualTo("refused");
        assertThat(names.get(3)).isEqualTo("shown-as-table");
        assertThat(names.get(4)).isEmpty();
    }

    @Test
    void theFirstRuleThatFitsDecides() throws Exception {
        Path policy =
                Files.writeString(
                        directory.resolve("policy.yaml"),
                        """
                        apiVersion: audit.k8s.io/v1
                        kind: Policy
                        rules:
                        - level: None
                          users: ["system:quiet"]
                        - level: RequestResponse
                          verbs: [create]
                          resources:
                          - group: ""
                            resources: [configmaps, secrets]
                        - level: Metadata
                          nonResourceURLs: ["/version*"]
                        """);
        List<JsonNode> lines =
                recorded(
                        AuditPolicy.read(policy),
                        admin -> {
                            admin.post(MAPS, map("a"));
                            admin.post(
                                    SECRETS,
                                    "{\"metadata\":{\"name\":\"s\"},\"stringData\":{\"k\":\"hidden\"}}");
                            admin.with("impersonate-user", "system:quiet").post(MAPS, map("b"));
                            admin.get("/version");
                            admin.get("/api");
                            admin.delete(MAPS + "/a");
                        });

        assertThat(lines).hasSize(3);
        JsonNode map = only(lines, "create", "configmaps");
        assertThat(map.at("/requestObject/data/k").asText()).isEqualTo("v");
        assertThat(map.at("/responseObject/metadata/uid").asText()).isNotEmpty();
        JsonNode secret = only(lines, "create", "secrets");
        assertThat(secret.at("/level").asText()).isEqualTo("Metadata");
        assertThat(secret.toString()).doesNotContain("hidden");
        assertThat(lines.getLast().at("/requestURI").asText()).isEqualTo("/version");
    }

    @Test
    void filesAreSetAsideWhenTheyHaveGrown() throws Exception {
        Path file = directory.resolve("audit.log");
        AuditLog.Settings settings = new AuditLog.Settings(file, AuditPolicy.CHANGES, 4_000, 2);
        try (ApiServer server =
                ApiServer.start(
                        ApiServerConfig.ephemeral()
                                .withPort(-1)
                                .withExposure(Exposure.LEAST.withAudit(settings)))) {
            Client admin = new Client(server);
            for (int i = 0; i < 60; i++) {
                admin.post(MAPS, map("m" + i));
            }
        }
        try (var files = Files.list(directory)) {
            assertThat(files.map(f -> f.getFileName().toString()))
                    .containsExactlyInAnyOrder("audit.log", "audit.log.1", "audit.log.2");
        }
        assertThat(Files.size(directory.resolve("audit.log.1"))).isLessThanOrEqualTo(4_000);
        assertThat(lines(file).getLast().at("/objectRef/resource").asText())
                .isEqualTo("configmaps");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
    }

    @Test
    void aWrongPolicyIsNamed() throws Exception {
        Path policy = directory.resolve("policy.yaml");
        String head = "apiVersion: audit.k8s.io/v1\nkind: Policy\nrules:\n";
        for (String[] wrong :
                new String[][] {
                    {head + "- level: All\n", "rules[0].level is 'All'"},
                    {head + "- level: None\n  user: [x]\n", "rules[0] has the field user"},
                    {"kind: Pod\napiVersion: v1\n", "is a Pod of v1"},
                    {"a: [", "is no YAML"},
                }) {
            Files.writeString(policy, wrong[0]);
            assertThatExceptionOfType(IOException.class)
                    .isThrownBy(() -> AuditPolicy.read(policy))
                    .withMessageContaining(wrong[1])
                    .withMessageContaining("policy.yaml");
        }
    }

    private List<JsonNode> recorded(AuditPolicy policy, Consumer<Client> story) throws Exception {
        Path file = directory.resolve("audit.log");
        AuditLog.Settings settings = new AuditLog.Settings(file, policy, 1 << 20, 1);
        try (ApiServer server =
                ApiServer.start(
                        ApiServerConfig.ephemeral()
                                .withPort(-1)
                                .withExposure(Exposure.LEAST.withAudit(settings)))) {
            story.accept(new Client(server));
        }
        List<JsonNode> lines = new ArrayList<>(lines(file));
        lines.removeIf(l -> l.at("/objectRef/resource").asText().matches("namespaces|priority.*"));
        return lines;
    }

    private static List<JsonNode> lines(Path file) throws IOException {
        List<JsonNode> lines = new ArrayList<>();
        for (String line : Files.readAllLines(file)) {
            lines.add(MAPPER.readTree(line));
        }
        return lines;
    }

    private static JsonNode only(List<JsonNode> lines, String verb, String resource) {
        List<JsonNode> found =
                lines.stream()
                        .filter(l -> l.at("/verb").asText().equals(verb))
                        .filter(l -> l.at("/objectRef/resource").asText().equals(resource))
                        .toList();
        assertThat(found).hasSize(1);
        return found.getFirst();
    }

    private static String map(String name) {
        return "{\"metadata\":{\"name\":\"" + name + "\"},\"data\":{\"k\":\"v\"}}";
    }
}
