package dev.sluice.apiserver.admission.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Base64;

/// Where a webhook is: its `clientConfig` (H2.87).
///
/// @param authorities PEM certificates of those who may have signed the server's; empty for the system's own
sealed interface Backend {
    String authorities();

    /// What the caller asks for, and what messages show.
    ///
    /// @param timeoutSeconds told to the webhook in the query
    String url(int timeoutSeconds);

    /// An address of its own.
    record Url(String address, String authorities) implements Backend {
        @Override
        public String url(int timeoutSeconds) {
            return address + "?timeout=" + timeoutSeconds + "s";
        }
    }

    /// A Service of the cluster.
    ///
    /// @param path begins with a slash
    record Service(String namespace, String name, int port, String path, String authorities)
            implements Backend {
        /// The name for which the server's certificate must have been made.
        String host() {
            return name + "." + namespace + ".svc";
        }

        @Override
        public String url(int timeoutSeconds) {
            return "https://" + host() + ":" + port + path + "?timeout=" + timeoutSeconds + "s";
        }
    }

    /// @param clientConfig accepted by the rules of its kind
    static Backend of(JsonNode clientConfig) {
        String bundle = clientConfig.path("caBundle").asText("");
        String authorities =
                new String(
                        Base64.getDecoder().decode(bundle),
                        java.nio.charset.StandardCharsets.ISO_8859_1);
        JsonNode service = clientConfig.path("service");
        if (!service.isObject()) {
            return new Url(clientConfig.path("url").asText(), authorities);
        }
        String path = service.path("path").asText("");
        return new Service(
                service.path("namespace").asText(),
                service.path("name").asText(),
                service.path("port").asInt(443),
                path.startsWith("/") ? path : "/" + path,
                authorities);
    }
}
