package dev.sluice.apiserver.extension;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.sluice.apiserver.kind.Answering;
import dev.sluice.apiserver.kind.Kind;
import dev.sluice.apiserver.kind.KindRules;
import dev.sluice.apiserver.schema.SchemaReader;
import java.util.List;
import java.util.Set;

/// A kind that is read and never written, answered by code of this process. Served as others are: by
/// [dev.sluice.apiserver.kind.KindRegistry#serve] under its group's name; discovery and OpenAPI follow.
public final class ExtensionKind {
    private ExtensionKind() {}

    /// Makes one version of one.
    ///
    /// @param subresources what is served below an object
    /// @param verbs what can be done with objects of the kind itself: `get` and `list`, one of them, or nothing, when only
    ///     what is below them is served
    public static Kind of(
            String group,
            String version,
            String kind,
            String plural,
            boolean namespaced,
            Set<Kind.Subresource> subresources,
            List<String> verbs,
            Answering answering) {
        return new Kind(
                group,
                version,
                kind,
                plural,
                "",
                List.of(),
                List.of(),
                namespaced,
                false,
                SchemaReader.read(anything()),
                subresources,
                new Rules(List.copyOf(verbs), answering),
                List.of(),
                Set.of(),
                false);
    }

    private static JsonNode anything() {
        return JsonNodeFactory.instance
                .objectNode()
                .put("type", "object")
                .put("x-kubernetes-preserve-unknown-fields", true);
    }

    private record Rules(List<String> verbs, Answering given) implements KindRules {
        @Override
        public Answering answering() {
            return given;
        }
    }
}
