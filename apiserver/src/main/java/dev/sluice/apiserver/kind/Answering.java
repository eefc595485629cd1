package dev.sluice.apiserver.kind;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Answers reads of a kind whose objects are not stored but made when they are asked for: an extension of the API that
/// lives in this process (H1.14).
@FunctionalInterface
public interface Answering {
    /// What is asked for.
    ///
    /// @param namespace empty for all, or when the kind has none
    /// @param name empty for the list
    /// @param subresource empty for the object itself
    /// @param parameters of the query, decoded
    record Question(
            String namespace,
            String name,
            String subresource,
            Map<String, List<String>> parameters) {
        /// The first value of a parameter, or null.
        public @Nullable String parameter(String parameter) {
            List<String> values = parameters.get(parameter);
            return values == null || values.isEmpty() ? null : values.getFirst();
        }
    }

    /// @return the object or list, with its kind; null when there is no such thing
    @Nullable ObjectNode answer(Question question);
}
