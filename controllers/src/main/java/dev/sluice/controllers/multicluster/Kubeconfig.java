package dev.sluice.controllers.multicluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.sluice.controllers.multicluster.Access.Refused;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/// Reads kubeconfigs, and refuses those that let something in from outside of themselves or that trust anybody (L5.2).
/// What it says names the field and its value, but no value that is a secret.
final class Kubeconfig {
    /// What a user may not have, and what is to be done instead.
    private static final Map<String, String> USER_FIELDS = userFields();

    /// The object identifier of elliptic keys, 1.2.840.10045.2.1, as it is encoded.
    private static final String ELLIPTIC = "\u002a\u0086\u0048\u00ce\u003d\u0002\u0001";

    private final String text;
    private final JsonNode root;

    private Kubeconfig(String text, JsonNode root) {
        this.text = text;
        this.root = root;
    }

    private static Map<String, String> userFields() {
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("tokenFile", "write the token itself into token");
        fields.put("exec", "no program is run to get credentials, use a token or a certificate");
        fields.put("auth-provider", "use a token or a certificate");
        fields.put("username", "basic authentication is not safe, use a token or a certificate");
        fields.put("password", "basic authentication is not safe, use a token or a certificate");
        return fields;
    }

    /// @param text YAML or JSON
    static Access read(String text) {
        JsonNode root;
        try {
            root = new KubernetesSerialization().unmarshal(text, JsonNode.class);
        } catch (KubernetesClientException | YamlEngineException broken) {
            return Access.bad("the kubeconfig is neither YAML nor JSON" + place(broken));
        }
        if (root == null || !root.isObject()) {
            return Access.bad("the kubeconfig is no mapping of fields");
        }
        Kubeconfig read = new Kubeconfig(text, root);
        Refused insecure = read.insecure();
        return insecure == null ? read.access() : insecure;
    }

    /// Where the fault is; its text is not shown, it may be a secret.
    private static String place(Throwable broken) {
        return Stream.iterate(broken, Objects::nonNull, Throwable::getCause)
                .filter(MarkedYamlEngineException.class::isInstance)
                .flatMap(cause -> ((MarkedYamlEngineException) cause).getProblemMark().stream())
                .map(mark -> ", fault in line " + (mark.getLine() + 1))
                .findFirst()
                .orElse("");
    }

    private @Nullable Refused insecure() {
        for (JsonNode entry : root.path("clusters")) {
            Refused refused = insecureCluster(entry);
            if (refused != null) {
                return refused;
            }
        }
        for (JsonNode entry : root.path("users")) {
            Refused refused = insecureUser(entry);
            if (refused != null) {
                return refused;
            }
        }
        return null;
    }

    private static @Nullable Refused insecureCluster(JsonNode entry) {
        JsonNode cluster = entry.path("cluster");
        if (cluster.path("insecure-skip-tls-verify").asBoolean()) {
            return Access.insecure(
                    field("clusters", entry, "cluster.insecure-skip-tls-verify")
                            + " is true, expected false: anybody could pose as the server");
        }
        String file = cluster.path("certificate-authority").asText();
        return file.isEmpty()
                ? null
                : Access.insecure(
                        field("clusters", entry, "cluster.certificate-authority")
                                + " is \""
                                + file
                                + "\", expected no file: write its contents into certificate-authority-data");
    }

    private static @Nullable Refused insecureUser(JsonNode entry) {
        for (Map.Entry<String, String> field : USER_FIELDS.entrySet()) {
            JsonNode value = entry.path("user").path(field.getKey());
            boolean absent =
                    value.isMissingNode()
                            || value.isNull()
                            || value.isTextual() && value.asText().isEmpty();
            if (!absent) {
                return Access.insecure(
                        "%s is %s, expected nothing: %s"
                                .formatted(
                                        field("users", entry, "user." + field.getKey()),
                                        shown(field.getKey(), value),
                                        field.getValue()));
            }
        }
        return null;
    }

    private static String shown(String field, JsonNode value) {
        return switch (field) {
            case "exec" -> "the command \"" + value.path("command").asText() + "\"";
            case "auth-provider" -> "\"" + value.path("name").asText() + "\"";
            case "password" -> "set";
            default -> "\"" + value.asText() + "\"";
        };
    }

    private static String field(String list, JsonNode entry, String field) {
        return list + "[" + entry.path("name").asText() + "]." + field;
    }

    private Access access() {
        String current = root.path("current-context").asText();
        JsonNode context = named("contexts", current);
        if (context.isMissingNode()) {
            return Access.bad(unknown("current-context", current, "contexts"));
        }
        String clusterName = context.at("/context/cluster").asText();
        JsonNode cluster = named("clusters", clusterName);
        if (cluster.isMissingNode()) {
            return Access.bad(
                    unknown(
                            field("contexts", context, "context.cluster"),
                            clusterName,
                            "clusters"));
        }
        String userName = context.at("/context/user").asText();
        JsonNode user = named("users", userName);
        if (user.isMissingNode()) {
            return Access.bad(
                    unknown(field("contexts", context, "context.user"), userName, "users"));
        }
        Refused refused = server(cluster);
        refused = refused == null ? unusable(cluster, user) : refused;
        return refused == null
                ? new Access.Usable(text, config(cluster.path("cluster"), user.path("user")))
                : refused;
    }

    private JsonNode named(String list, String name) {
        for (JsonNode entry : root.path(list)) {
            if (entry.path("name").asText().equals(name) && !name.isEmpty()) {
                return entry;
            }
        }
        return MissingNode.getInstance();
    }

    private String unknown(String field, String value, String list) {
        List<String> names =
                root.path(list).valueStream().map(entry -> entry.path("name").asText()).toList();
        return "%s is \"%s\", expected a name of %s: %s".formatted(field, value, list, names);
    }

    private static @Nullable Refused server(JsonNode entry) {
        String field = field("clusters", entry, "cluster.server");
        String server = entry.at("/cluster/server").asText();
        if (server.isEmpty()) {
            return Access.bad(field + " is missing, expected https://HOST:PORT");
        }
        try {
            URI uri = new URI(server);
            if (!"https".equals(uri.getScheme()) && !"http".equals(uri.getScheme())) {
                return Access.bad(field + " is \"" + server + "\", expected https://HOST:PORT");
            }
            // Java takes for a host what is an address or a DNS name, and nothing else.
            if (uri.getHost() != null && uri.getUserInfo() == null) {
                return null;
            }
        } catch (URISyntaxException noUri) {
            // Told below, as for any other text.
        }
        return Access.bad(
                "%s is \"%s\", expected a host that is an IP address or a DNS name"
                        .formatted(field, server.replaceFirst("//[^/@]*@", "//...@")));
    }

    /// What would only fail later, in words that nobody understands.
    private static @Nullable Refused unusable(JsonNode cluster, JsonNode user) {
        String name = cluster.at("/cluster/tls-server-name").asText();
        if (!name.isEmpty()) {
            return Access.bad(
                    "%s is \"%s\", expected nothing: the certificate has to name the host of server"
                            .formatted(
                                    field("clusters", cluster, "cluster.tls-server-name"), name));
        }
        for (String file : List.of("client-certificate", "client-key")) {
            String path = user.path("user").path(file).asText();
            if (!path.isEmpty() && !Path.of(path).isAbsolute()) {
                return Access.bad(
                        "%s is \"%s\", expected an absolute path; or write its contents into %s-data"
                                .formatted(field("users", user, "user." + file), path, file));
            }
        }
        if (!base64(cluster.at("/cluster/certificate-authority-data").asText())) {
            return Access.bad(
                    field("clusters", cluster, "cluster.certificate-authority-data")
                            + " is not base64");
        }
        for (String data : List.of("client-certificate-data", "client-key-data")) {
            if (!base64(user.path("user").path(data).asText())) {
                return Access.bad(field("users", user, "user." + data) + " is not base64");
            }
        }
        return null;
    }

    private static boolean base64(String text) {
        try {
            Base64.getDecoder().decode(text.strip());
            return true;
        } catch (IllegalArgumentException not) {
            return false;
        }
    }

    /// Made by hand: fabric8's own reading would fill gaps from the surroundings of this process.
    private static Config config(JsonNode cluster, JsonNode user) {
        return new ConfigBuilder(Config.empty())
                .withMasterUrl(cluster.path("server").asText())
                .withCaCertData(text(cluster, "certificate-authority-data"))
                .withHttpsProxy(text(cluster, "proxy-url"))
                .withHttpProxy(text(cluster, "proxy-url"))
                .withClientCertData(text(user, "client-certificate-data"))
                .withClientCertFile(text(user, "client-certificate"))
                .withClientKeyData(text(user, "client-key-data"))
                .withClientKeyFile(text(user, "client-key"))
                .withClientKeyAlgo(algorithm(user))
                .withOauthToken(text(user, "token"))
                .withImpersonateUsername(text(user, "as"))
                .withImpersonateGroups(
                        user.path("as-groups")
                                .valueStream()
                                .map(JsonNode::asText)
                                .toArray(String[]::new))
                // A failure is told at once: whoever connects has its own pauses.
                .withRequestRetryBackoffLimit(0)
                .build();
    }

    /// fabric8 takes a key for one of RSA unless it is told.
    private static String algorithm(JsonNode user) {
        String data = text(user, "client-key-data");
        String file = text(user, "client-key");
        byte[] key = {};
        try {
            if (data != null) {
                key = Base64.getDecoder().decode(data);
            } else if (file != null) {
                key = Files.readAllBytes(Path.of(file));
            }
        } catch (IOException unreadable) {
            // Whoever makes the client says so.
        }
        String pem = new String(key, StandardCharsets.ISO_8859_1);
        return pem.contains("BEGIN EC PRIVATE KEY") || isElliptic(pem) ? "EC" : "RSA";
    }

    /// A PKCS#8 key says inside what it is.
    private static boolean isElliptic(String pem) {
        String body = pem.replaceAll("-----[^-]*-----", "");
        try {
            byte[] der = Base64.getMimeDecoder().decode(body);
            return new String(der, StandardCharsets.ISO_8859_1).contains(ELLIPTIC);
        } catch (IllegalArgumentException noKey) {
            return false;
        }
    }

    private static @Nullable String text(JsonNode node, String field) {
        String text = node.path(field).asText().strip();
        return text.isEmpty() ? null : text;
    }
}
