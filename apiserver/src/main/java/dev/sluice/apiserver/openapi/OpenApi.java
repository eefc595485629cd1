package dev.sluice.apiserver.openapi;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.http.ApiRequest;
import dev.sluice.apiserver.http.ApiResponse;
import dev.sluice.apiserver.kind.BuiltInKinds;
import dev.sluice.apiserver.kind.Kind;
import dev.sluice.apiserver.type.TypeTable;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/// Serves `/openapi/v3`: an index, and one document per group and version (H1.30), and `/openapi/v2`: all of them in one
/// (H1.33). A document is made when it is first asked for and again only when the kinds in it have changed. Safe for
/// many threads. The first request for the index makes all documents, since it shows their hashes.
public final class OpenApi {
    private static final String YEAR = "31536000";

    private final Supplier<List<Kind>> kinds;
    private final TypeTable table = TypeTable.BUILT_IN;
    private final Map<String, Document> documents = new ConcurrentHashMap<>();
    private final Map<SwaggerForm, Document> swagger = new ConcurrentHashMap<>();

    /// @param content JSON, or what else it was asked for as
    /// @param hash of the content, hexadecimal
    private record Document(List<Kind> kinds, byte[] content, String hash) {}

    /// @param kinds all kinds that are served at the moment
    public OpenApi(Supplier<List<Kind>> kinds) {
        this.kinds = kinds;
    }

    /// @param segments of the path, `openapi` first
    /// @return the answer; 404 as an empty body when there is no such document
    public ApiResponse handle(ApiRequest request, List<String> segments) {
        if (segments.size() == 2 && segments.get(1).equals("v2")) {
            SwaggerForm form = SwaggerForm.wanted(request.header("accept"));
            return form == null
                    ? notAcceptable()
                    : answer(request, swagger(form), form.contentType());
        }
        if (segments.size() < 2 || !segments.get(1).equals("v3")) {
            return notFound();
        }
        Map<String, List<Kind>> byPath = byPath();
        if (segments.size() == 2) {
            return index(byPath);
        }
        String path = String.join("/", segments.subList(2, segments.size()));
        List<Kind> served = byPath.get(path);
        return served == null
                ? notFound()
                : answer(request, current(path, served), "application/json");
    }

    private ApiResponse index(Map<String, List<Kind>> byPath) {
        ObjectNode index = JsonNodeFactory.instance.objectNode();
        ObjectNode paths = index.putObject("paths");
        byPath.forEach(
                (path, served) ->
                        paths.putObject(path)
                                .put(
                                        "serverRelativeURL",
                                        "/openapi/v3/"
                                                + path
                                                + "?hash="
                                                + current(path, served).hash()));
        return new ApiResponse.Whole(
                200,
                Map.of("Content-Type", List.of("text/plain; charset=utf-8")),
                index.toString().getBytes(StandardCharsets.UTF_8));
    }

    private static ApiResponse answer(ApiRequest request, Document document, String contentType) {
        Map<String, List<String>> headers = new TreeMap<>();
        String tag = "\"" + document.hash().toUpperCase(Locale.ROOT) + "\"";
        headers.put("Content-Type", List.of(contentType));
        headers.put("ETag", List.of(tag));
        headers.put("Vary", List.of("Accept"));
        if (document.hash().equalsIgnoreCase(request.parameter("hash"))) {
            headers.put("Cache-Control", List.of("public, max-age=" + YEAR + ", immutable"));
        }
        if (tag.equals(request.header("if-none-match"))) {
            return new ApiResponse.Whole(304, headers, new byte[0]);
        }
        return new ApiResponse.Whole(200, headers, document.content());
    }

    /// The one document of version 2.
    private Document swagger(SwaggerForm form) {
        List<Kind> served = kinds.get();
        Document known = swagger.get(form);
        if (known != null && same(known.kinds(), served)) {
            return known;
        }
        SwaggerDocument all = new SwaggerDocument();
        for (List<Kind> together : byPath().values()) {
            all.add(write(together));
        }
        byte[] content = form.write(all.json());
        Document made = new Document(List.copyOf(served), content, hash(content));
        swagger.put(form, made);
        return made;
    }

    private static ApiResponse notAcceptable() {
        return new ApiResponse.Whole(406, Map.of(), new byte[0]);
    }

    private static ApiResponse notFound() {
        return new ApiResponse.Whole(404, Map.of(), new byte[0]);
    }

    private Map<String, List<Kind>> byPath() {
        Map<String, List<Kind>> byPath = new TreeMap<>();
        for (Kind kind : kinds.get()) {
            String path = (kind.group().isEmpty() ? "api/" : "apis/") + kind.apiVersion();
            byPath.computeIfAbsent(path, _ -> new ArrayList<>()).add(kind);
        }
        return byPath;
    }

    private Document current(String path, List<Kind> served) {
        Document known = documents.get(path);
        if (known != null && same(known.kinds(), served)) {
            return known;
        }
        byte[] json = write(served).toString().getBytes(StandardCharsets.UTF_8);
        Document made = new Document(List.copyOf(served), json, hash(json));
        documents.put(path, made);
        return made;
    }

    /// Whether the very same kinds are served: a changed definition gives a new [Kind].
    private static boolean same(List<Kind> one, List<Kind> other) {
        if (one.size() != other.size()) {
            return false;
        }
        for (int i = 0; i < one.size(); i++) {
            if (one.get(i) != other.get(i)) {
                return false;
            }
        }
        return true;
    }

    private ObjectNode write(List<Kind> served) {
        ObjectNode document = JsonNodeFactory.instance.objectNode();
        document.put("openapi", "3.0.0");
        document.putObject("info").put("title", "Kubernetes").put("version", "v1.36.0");
        ObjectNode paths = document.putObject("paths");
        ObjectNode schemas = document.putObject("components").putObject("schemas");
        TypeComponents components = new TypeComponents(table, new Descriptions(), schemas);
        components.type("meta.Status");
        components.type("meta.DeleteOptions");
        for (Kind kind : served) {
            new PathItems(kind, component(kind, components, schemas), paths).write();
        }
        return document;
    }

    private static String component(Kind kind, TypeComponents components, ObjectNode schemas) {
        if (kind.builtIn()) {
            String typeName = BuiltInKinds.typeName(kind.group(), kind.kind());
            components.kind(typeName, kind.group(), kind.version(), kind.kind());
            return TypeComponents.componentName(typeName);
        }
        List<String> parts = new ArrayList<>(List.of(kind.group().split("\\.")));
        Collections.reverse(parts);
        String name = String.join(".", parts) + "." + kind.version() + "." + kind.kind();
        ObjectNode schema = SchemaComponents.write(kind.schema());
        metadata(schema, components);
        TypeComponents.groupVersionKind(
                schema.putArray("x-kubernetes-group-version-kind"),
                kind.group(),
                kind.version(),
                kind.kind());
        schemas.set(name, schema);
        return name;
    }

    /// A custom kind's metadata is that of every kind.
    private static void metadata(ObjectNode schema, TypeComponents components) {
        components.type("meta.ObjectMeta");
        if (schema.path("properties") instanceof ObjectNode properties) {
            ObjectNode metadata = properties.putObject("metadata");
            metadata.putArray("allOf")
                    .add(TypeComponents.reference(TypeComponents.componentName("meta.ObjectMeta")));
        }
    }

    private static String hash(byte[] content) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(content))
                    .substring(0, 32);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
