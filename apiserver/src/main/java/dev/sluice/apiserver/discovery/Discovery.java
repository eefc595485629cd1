package dev.sluice.apiserver.discovery;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.error.ApiError;
import dev.sluice.apiserver.http.ApiRequest;
import dev.sluice.apiserver.http.ApiResponse;
import dev.sluice.apiserver.kind.KindRegistry;
import dev.sluice.apiserver.resource.Answers;
import dev.sluice.apiserver.resource.Route;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Answers `/api` and `/apis` and what is directly below: which groups, versions and resources there are, in the old form
/// and in the aggregated one (H1.12, H1.13). Documents are made once per set of kinds.
public final class Discovery {
    private static final String AGGREGATED = "as=APIGroupDiscoveryList";

    private final KindRegistry kinds;
    private volatile Documents documents;

    private record Document(byte[] body, String etag) {}

    /// @param generation of the kinds they describe
    private record Documents(long generation, Map<String, Document> byName) {}

    public Discovery(KindRegistry kinds) {
        this.kinds = kinds;
        this.documents = new Documents(-1, Map.of());
    }

    /// @param segments of the path: `apis`, `apis, batch`, `apis, batch, v1`, `api`, `api, v1`
    public ApiResponse handle(ApiRequest request, List<String> segments) {
        if (!request.method().equals("GET")) {
            throw Route.methodNotAllowed();
        }
        KindRegistry.View view = kinds.view();
        boolean core = segments.getFirst().equals("api");
        if (segments.size() == 1) {
            String aggregated = aggregatedVersion(request.header("accept"));
            if (aggregated != null) {
                return aggregated(request, view, core, aggregated);
            }
            return Answers.json(
                    200, core ? LegacyDiscovery.versions() : LegacyDiscovery.groups(view));
        }
        if (!core && segments.size() == 2) {
            String group = segments.get(1);
            return group.isEmpty() || view.versions(group).isEmpty()
                    ? notFound()
                    : Answers.json(200, LegacyDiscovery.group(view, group));
        }
        String group = core ? "" : segments.get(1);
        String version = segments.getLast();
        if (view.kinds(group, version).isEmpty()) {
            if (view.kinds().stream().anyMatch(k -> k.builtIn() && k.group().equals(group))) {
                throw Route.unknown();
            }
            return notFound();
        }
        return Answers.json(200, LegacyDiscovery.resources(view, group, version));
    }

    /// The plain 404 of paths that nobody serves (H1.9).
    public static ApiResponse notFound() {
        return Answers.text(404, "404 page not found\n");
    }

    private ApiResponse aggregated(
            ApiRequest request, KindRegistry.View view, boolean core, String version) {
        Document document = document(view, (core ? "api " : "apis ") + version, core, version);
        Map<String, List<String>> headers = new LinkedHashMap<>();
        headers.put(
                "Content-Type",
                List.of("application/json;g=apidiscovery.k8s.io;v=" + version + ";" + AGGREGATED));
        headers.put("ETag", List.of(document.etag()));
        headers.put("Vary", List.of("Accept"));
        if (document.etag().equals(request.header("if-none-match"))) {
            headers.remove("Content-Type");
            return new ApiResponse.Whole(304, headers, new byte[0]);
        }
        return new ApiResponse.Whole(200, headers, document.body());
    }

    private Document document(KindRegistry.View view, String name, boolean core, String version) {
        Documents known = documents;
        if (known.generation() == view.generation() && known.byName().containsKey(name)) {
            return known.byName().get(name);
        }
        ObjectNode list = AggregatedDiscovery.list(view, core, version);
        byte[] body = list.toString().getBytes(StandardCharsets.UTF_8);
        Document made = new Document(body, etag(body));
        Map<String, Document> all =
                known.generation() == view.generation()
                        ? new LinkedHashMap<>(known.byName())
                        : new LinkedHashMap<>();
        all.put(name, made);
        documents = new Documents(view.generation(), all);
        return made;
    }

    /// A quoted hash of a document.
    static String etag(byte[] body) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(body);
            return "\"" + HexFormat.of().withUpperCase().formatHex(hash) + "\"";
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every JDK has SHA-256", impossible);
        }
    }

    /// @return `v2` or `v2beta1` when an aggregated document is wanted first, else null
    private static @Nullable String aggregatedVersion(@Nullable String accept) {
        if (accept == null) {
            return null;
        }
        for (String clause : accept.split(",", -1)) {
            String text = clause.replace(" ", "");
            if (text.contains("g=apidiscovery.k8s.io") && text.contains(AGGREGATED)) {
                for (String version : List.of("v2", "v2beta1")) {
                    if (text.endsWith("v=" + version) || text.contains("v=" + version + ";")) {
                        return version;
                    }
                }
            } else if (text.equals("application/json") || text.equals("*/*")) {
                return null;
            }
        }
        boolean any = accept.contains("application/") || accept.contains("*/*");
        if (!any) {
            throw new ApiError(
                    406,
                    "NotAcceptable",
                    "only the following media types are accepted: application/json",
                    null);
        }
        return null;
    }
}
