package dev.sluice.apiserver.apply;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Who makes a write, as managed fields remember it (H3.24, H3.26).
///
/// @param manager the field manager's name, never empty
/// @param subresource `status`, `scale`, …; empty for the object itself
/// @param now when
public record Author(String manager, String subresource, Instant now) {
    private static final int NAME_MAX = 128;

    /// The author of a request.
    ///
    /// @param fieldManager the request's parameter, if any
    /// @param userAgent counts up to the first slash when there is no parameter
    public static Author of(
            @Nullable String fieldManager,
            @Nullable String userAgent,
            String subresource,
            Instant now) {
        String name = fieldManager;
        if (name == null || name.isEmpty()) {
            name = userAgent == null ? "" : printable(userAgent.split("/", -1)[0]);
        }
        return new Author(name.isEmpty() ? "unknown" : name, subresource, now);
    }

    private static String printable(String name) {
        StringBuilder out = new StringBuilder();
        name.codePoints()
                .filter(c -> !Character.isISOControl(c) && Character.isDefined(c))
                .limit(NAME_MAX)
                .forEach(out::appendCodePoint);
        return out.toString();
    }
}
