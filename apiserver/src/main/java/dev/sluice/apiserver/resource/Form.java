package dev.sluice.apiserver.resource;

import dev.sluice.apiserver.error.ApiError;
import dev.sluice.apiserver.http.ApiRequest;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The form in which a client wants its answer (H1.43).
///
/// @param version of Table or metadata: `v1` or `v1beta1`
/// @param yaml true for YAML instead of JSON
/// @param withoutManagedFields whether whole objects in JSON come without `metadata.managedFields`
record Form(Shape shape, String version, boolean yaml, boolean withoutManagedFields) {
    static final Form JSON = new Form(Shape.OBJECT, "v1", false, false);

    /// Our own controllers ask for it with this header: managed fields are half of an object, and they never look at
    /// them.
    private static final String OMIT = "sluice-omit";

    private static final String JSON_TYPE = "application/json";
    private static final String YAML_TYPE = "application/yaml";
    private static final String PROTOBUF_TYPE = "application/vnd.kubernetes.protobuf";
    private static final String WRITTEN = String.join(", ", JSON_TYPE, YAML_TYPE, PROTOBUF_TYPE);
    private static final String STREAMED =
            JSON_TYPE + ";stream=watch, " + PROTOBUF_TYPE + ";stream=watch";

    /// What is in it.
    enum Shape {
        OBJECT,
        TABLE,
        METADATA,
        METADATA_LIST
    }

    String contentType() {
        return yaml ? YAML_TYPE : JSON_TYPE;
    }

    /// The best of what an `Accept` header allows.
    ///
    /// @throws ApiError 406 when nothing of it can be served
    static Form negotiate(ApiRequest request, Route route) {
        return negotiate(request, route, false);
    }

    /// As [#negotiate(ApiRequest, Route)], where the answer may also be a list or a watch.
    static Form negotiateMany(ApiRequest request, Route route) {
        return negotiate(request, route, true);
    }

    private static Form negotiate(ApiRequest request, Route route, boolean many) {
        String accept = request.header("accept");
        if (accept == null || accept.isBlank() || accept.equals(JSON_TYPE)) {
            return JSON.asAskedBy(request);
        }
        List<Clause> clauses = new ArrayList<>();
        for (String text : accept.split(",", -1)) {
            clauses.add(Clause.parse(text));
        }
        clauses.sort(Comparator.comparingDouble(Clause::quality).reversed());
        for (Clause clause : clauses) {
            Form form = of(clause);
            if (form != null) {
                return form.asAskedBy(request);
            }
        }
        if (route.kind().builtIn() && clauses.stream().noneMatch(Clause::isKnown)) {
            throw new ApiError(
                    406,
                    "NotAcceptable",
                    "406: Not Acceptable\n\nAvailable representations: "
                            + (many ? WRITTEN + ", " + STREAMED : WRITTEN),
                    ApiError.Details.EMPTY);
        }
        throw new ApiError(
                406,
                "NotAcceptable",
                "only the following media types are accepted: " + WRITTEN,
                null);
    }

    private Form asAskedBy(ApiRequest request) {
        boolean bare = !yaml && "managedFields".equals(request.header(OMIT));
        return bare ? new Form(shape, version, false, true) : this;
    }

    private static @Nullable Form of(Clause clause) {
        boolean yaml = clause.type().equals(YAML_TYPE);
        boolean json =
                switch (clause.type()) {
                    case JSON_TYPE, "*/*" -> true;
                    default -> false;
                };
        if (!yaml && !json) {
            return null;
        }
        String as = clause.parameters().getOrDefault("as", "");
        String version = clause.parameters().getOrDefault("v", "v1");
        if (as.isEmpty()) {
            return new Form(Shape.OBJECT, "v1", yaml, false);
        }
        boolean meta = clause.parameters().getOrDefault("g", "").equals("meta.k8s.io");
        if (!meta || !(version.equals("v1") || version.equals("v1beta1"))) {
            return null;
        }
        return switch (as) {
            case "Table" -> new Form(Shape.TABLE, version, yaml, false);
            case "PartialObjectMetadata" -> new Form(Shape.METADATA, version, yaml, false);
            case "PartialObjectMetadataList" -> new Form(Shape.METADATA_LIST, version, yaml, false);
            default -> null;
        };
    }

    private record Clause(String type, Map<String, String> parameters, double quality) {
        /// Whether the media type is one that the API has, whatever its parameters ask for.
        boolean isKnown() {
            return switch (type) {
                case JSON_TYPE, YAML_TYPE, PROTOBUF_TYPE, "*/*" -> true;
                default -> false;
            };
        }

        static Clause parse(String text) {
            String[] parts = text.strip().split(";", -1);
            Map<String, String> parameters = new HashMap<>();
            double quality = 1;
            for (int i = 1; i < parts.length; i++) {
                String[] pair = parts[i].strip().split("=", 2);
                String value = pair.length == 2 ? pair[1].strip() : "";
                if (pair[0].equals("q")) {
                    quality = number(value);
                } else {
                    parameters.put(pair[0], value);
                }
            }
            return new Clause(parts[0].strip().toLowerCase(Locale.ROOT), parameters, quality);
        }

        private static double number(String text) {
            try {
                return Double.parseDouble(text);
            } catch (NumberFormatException noNumber) {
                return 1;
            }
        }
    }
}
