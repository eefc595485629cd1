package dev.sluice.apiserver.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.apiserver.http.ApiRequest;
import dev.sluice.apiserver.http.ApiResponse;
import dev.sluice.apiserver.kind.BuiltInKinds;
import dev.sluice.apiserver.kind.Kind;
import dev.sluice.apiserver.transcripts.Recording;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class OpenApiTest {
    private final List<Kind> kinds = new ArrayList<>(BuiltInKinds.all());
    private final OpenApi openApi = new OpenApi(() -> List.copyOf(kinds));

    /// H1.30: the index leads to a document for each group version, and its hash is that of the document.
    @Test
    void theIndexLeadsToEveryDocument() {
        JsonNode paths = json(get("/openapi/v3", "", "")).path("paths");
        assertThat(paths.properties()).hasSizeGreaterThan(10);
        for (var entry : paths.properties()) {
            String url = entry.getValue().path("serverRelativeURL").asText();
            assertThat(url).startsWith("/openapi/v3/" + entry.getKey() + "?hash=");
            String hash = url.substring(url.indexOf('=') + 1);
            ApiResponse.Whole document = get("/openapi/v3/" + entry.getKey(), hash, "");
            assertThat(document.code()).isEqualTo(200);
            assertThat(document.headers()).containsKeys("ETag", "Cache-Control");
        }
    }

    /// H1.31, H1.32.
    @Test
    void aDocumentSaysWhatClientsAskIt() {
        JsonNode document = json(get("/openapi/v3/apis/batch/v1", "", ""));
        JsonNode schemas = document.path("components").path("schemas");
        JsonNode job = schemas.path("io.k8s.api.batch.v1.Job");
        assertThat(job.path("x-kubernetes-group-version-kind").get(0).path("kind").asText())
                .isEqualTo("Job");
        JsonNode conditions =
                schemas.path("io.k8s.api.batch.v1.JobStatus").path("properties").path("conditions");
        assertThat(conditions.path("x-kubernetes-list-type").asText()).isEqualTo("atomic");
        assertThat(conditions.path("x-kubernetes-patch-merge-key").asText()).isEqualTo("type");
        JsonNode post =
                document.path("paths")
                        .path("/apis/batch/v1/namespaces/{namespace}/jobs")
                        .path("post");
        assertThat(post.path("parameters").toString()).contains("fieldValidation");
        assertThat(post.path("x-kubernetes-action").asText()).isEqualTo("post");
    }

    /// Whatever a schema refers to stands in the same document.
    @Test
    void noReferenceLeadsNowhere() {
        for (var entry : json(get("/openapi/v3", "", "")).path("paths").properties()) {
            JsonNode document = json(get("/openapi/v3/" + entry.getKey(), "", ""));
            JsonNode schemas = document.path("components").path("schemas");
            for (JsonNode reference : document.findValues("$ref")) {
                if (reference.isTextual()) {
                    assertThat(schemas.has(reference.asText().replaceFirst(".*/", "")))
                            .as(entry.getKey() + " " + reference)
                            .isTrue();
                }
            }
        }
    }

    /// H1.30: a client that has the document already gets none.
    @Test
    void aKnownDocumentIsNotSentAgain() {
        String tag =
                Objects.requireNonNull(get("/openapi/v3/api/v1", "", "").headers().get("ETag"))
                        .getFirst();
        assertThat(get("/openapi/v3/api/v1", "", tag).code()).isEqualTo(304);
        assertThat(get("/openapi/v3/apis/no.such.group/v1", "", "").code()).isEqualTo(404);
    }

    /// H1.33: all kinds in one document, in which every reference leads somewhere and a merge key is still said.
    @Test
    void theDocumentOfVersion2HasEveryKind() {
        JsonNode document = json(get("/openapi/v2", "", ""));
        assertThat(document.path("swagger").asText()).isEqualTo("2.0");
        JsonNode definitions = document.path("definitions");
        JsonNode containers =
                definitions
                        .path("io.k8s.api.core.v1.PodSpec")
                        .path("properties")
                        .path("containers");
        assertThat(containers.path("x-kubernetes-patch-merge-key").asText()).isEqualTo("name");
        JsonNode template =
                definitions.path("io.k8s.api.batch.v1.JobSpec").path("properties").path("template");
        assertThat(template.path("$ref").asText())
                .isEqualTo("#/definitions/io.k8s.api.core.v1.PodTemplateSpec");
        assertThat(document.findValuesAsText("$ref"))
                .filteredOn(reference -> reference.startsWith("#"))
                .allMatch(reference -> definitions.has(reference.replaceFirst(".*/", "")));
        assertThat(document.path("paths").path("/api/v1/namespaces/{namespace}/pods").toString())
                .contains("\"in\":\"body\"", "\"name\":\"namespace\"");
        for (Kind kind : kinds) {
            assertThat(definitions.findValues("x-kubernetes-group-version-kind"))
                    .anyMatch(marks -> marks.toString().contains("\"" + kind.kind() + "\""));
        }
    }

    /// H1.33: kubectl reads it as a protobuf message only.
    @Test
    void kubectlGetsVersion2AsProtobuf() {
        ApiResponse.Whole response =
                swagger("application/com.github.proto-openapi.spec.v2@v1.0+protobuf");
        assertThat(response.code()).isEqualTo(200);
        assertThat(response.headers().get("Content-Type"))
                .containsExactly("application/com.github.proto-openapi.spec.v2.v1.0+protobuf");
        // field 1 of the message: swagger, three bytes
        assertThat(response.body()).startsWith(0x0a, 3, '2', '.', '0');
        assertThat(new String(response.body(), StandardCharsets.UTF_8))
                .contains("io.k8s.api.batch.v1.JobSpec", "x-kubernetes-patch-merge-key");
        assertThat(swagger("text/html").code()).isEqualTo(406);
    }

    private ApiResponse.Whole swagger(String accept) {
        return (ApiResponse.Whole)
                openApi.handle(
                        new ApiRequest(
                                "GET",
                                "/openapi/v2",
                                Map.of(),
                                Map.of("accept", List.of(accept)),
                                new byte[0]),
                        List.of("openapi", "v2"));
    }

    private ApiResponse.Whole get(String path, String hash, String tag) {
        ApiRequest request =
                new ApiRequest(
                        "GET",
                        path,
                        hash.isEmpty() ? Map.of() : Map.of("hash", List.of(hash)),
                        tag.isEmpty() ? Map.of() : Map.of("if-none-match", List.of(tag)),
                        new byte[0]);
        List<String> segments = Arrays.stream(path.split("/")).filter(s -> !s.isEmpty()).toList();
        return (ApiResponse.Whole) openApi.handle(request, segments);
    }

    private static JsonNode json(ApiResponse.Whole response) {
        return Recording.parse(new String(response.body(), StandardCharsets.UTF_8));
    }
}
