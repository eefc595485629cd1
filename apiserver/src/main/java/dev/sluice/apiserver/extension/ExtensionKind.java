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
    /// @param readable whether objects of the kind itself can be got and listed, or only what is below them
    public static Kind of(
            String group,
            String version,
            String kind,
            String plural,
            boolean namespaced,
            Set<Kind.Subresource> subresources,
            boolean readable,
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
                new Rules(readable, answering),
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

    private record Rules(boolean readable, Answering given) implements KindRules {
        @Override
        public List<String> verbs() {
            return readable ? List.of("get", "list") : List.of();
        }

        @Override
        public Answering answering() {
            return given;
        }
    }
}
