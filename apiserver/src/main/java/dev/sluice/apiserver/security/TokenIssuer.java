package dev.sluice.apiserver.security;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.discovery.Discovery;
import dev.sluice.apiserver.http.ApiRequest;
import dev.sluice.apiserver.http.ApiResponse;
import dev.sluice.apiserver.resource.Answers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/// Tells others how to verify service account tokens themselves: the documents of OpenID Connect discovery.
public final class TokenIssuer {
    private static final String KEYS = "/openid/v1/jwks";
    private static final String CONFIGURATION = "/.well-known/openid-configuration";

    private final SigningKey key;

    public TokenIssuer(SigningKey key) {
        this.key = key;
    }

    /// @return 404 for other paths
    public ApiResponse handle(ApiRequest request) {
        String path = request.path();
        return switch (path.endsWith("/") ? path.substring(0, path.length() - 1) : path) {
            case KEYS ->
                    new ApiResponse.Whole(
                            200,
                            Map.of("Content-Type", List.of("application/jwk-set+json")),
                            key.keySet().getBytes(StandardCharsets.UTF_8));
            case CONFIGURATION -> Answers.json(200, configuration());
            default -> Discovery.notFound();
        };
    }

    private static ObjectNode configuration() {
        ObjectNode document = JsonNodeFactory.instance.objectNode();
        document.put("issuer", AccountTokens.ISSUER);
        document.put("jwks_uri", AccountTokens.ISSUER + KEYS);
        document.putArray("response_types_supported").add("id_token");
        document.putArray("subject_types_supported").add("public");
        document.putArray("id_token_signing_alg_values_supported").add("ES256");
        return document;
    }
}
