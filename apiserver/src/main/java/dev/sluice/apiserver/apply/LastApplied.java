package dev.sluice.apiserver.apply;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.error.ApiError;
import dev.sluice.apiserver.error.Cause;
import dev.sluice.apiserver.schema.Schema;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The way from kubectl's own apply to the server's (H3.27): an object that `kubectl apply` made carries its last
/// configuration in an annotation. What stands there may be taken over by `kubectl` without a conflict, and the
/// annotation is kept up to date, so that one can go back.
final class LastApplied {
    private static final String ANNOTATION = "kubectl.kubernetes.io/last-applied-configuration";
    private static final String KUBECTL = "kubectl";
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private LastApplied() {}

    /// Runs an apply, and runs it again with force when every conflict is about a field of the last configuration.
    ///
    /// @param apply takes whether to force
    static ObjectNode tolerating(
            Author author,
            @Nullable ObjectNode live,
            ObjectNode body,
            Schema schema,
            boolean force,
            Function<Boolean, ObjectNode> apply) {
        String annotation = live == null ? null : annotation(live);
        if (annotation == null || !author.manager().equals(KUBECTL)) {
            return apply.apply(force);
        }
        ObjectNode merged = applyOrTakeOver(annotation, schema, force, apply);
        if (!author.subresource().isEmpty()) {
            return merged;
        }
        ObjectNode last = body.deepCopy();
        last.withObjectProperty("metadata").withObjectProperty("annotations").remove(ANNOTATION);
        merged.withObjectProperty("metadata")
                .withObjectProperty("annotations")
                .put(ANNOTATION, last + "\n");
        return merged;
    }

    private static ObjectNode applyOrTakeOver(
            String annotation, Schema schema, boolean force, Function<Boolean, ObjectNode> apply) {
        try {
            return apply.apply(force);
        } catch (ApiError e) {
            ApiError.Details details = e.details();
            if (e.code() != 409 || details == null) {
                throw e;
            }
            Set<String> last = paths(annotation, schema);
            boolean ours = details.causes().stream().map(Cause::field).allMatch(last::contains);
            if (!ours) {
                throw e;
            }
            return apply.apply(true);
        }
    }

    private static @Nullable String annotation(ObjectNode live) {
        JsonNode value = live.path("metadata").path("annotations").get(ANNOTATION);
        return value == null ? null : value.asText();
    }

    private static Set<String> paths(String annotation, Schema schema) {
        Set<String> paths = new HashSet<>();
        try {
            if (MAPPER.readTree(annotation) instanceof ObjectNode last) {
                Configuration.of(last, schema).fields().forEach((path, _) -> paths.add(path));
            }
        } catch (JsonProcessingException | ApiError e) {
            // The annotation is text that anybody may write; one that is no configuration allows
            // nothing.
            return Set.of();
        }
        return paths;
    }
}
