package dev.sluice.apiserver.type;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// One field of an [ApiType].
///
/// @param name as in JSON
/// @param number of the field in protobuf; 0 when the type has no protobuf form
/// @param required listed as required in OpenAPI
/// @param pointer a zero value that was sent is kept; without this mark zero means absent (H1.42)
/// @param inline protobuf nests the fields of this message, JSON shows them in the parent
/// @param set an apply merges the list by value
/// @param mapKeys an apply merges the list by these fields; empty when it does not
/// @param atomic an apply replaces the value whole
/// @param patchStrategies of the strategic merge patch: `merge`, `replace`, `retainKeys`
/// @param patchMergeKey finds an element in a strategic merge patch
/// @param defaultValue what an absent field becomes
public record Field(
        String name,
        int number,
        Shape shape,
        boolean required,
        boolean pointer,
        boolean inline,
        boolean set,
        List<String> mapKeys,
        boolean atomic,
        Set<String> patchStrategies,
        @Nullable String patchMergeKey,
        @Nullable JsonNode defaultValue) {}
