package dev.sluice.apiserver.apply;

import dev.sluice.apiserver.error.ApiError;
import dev.sluice.apiserver.error.Cause;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/// Fields that an apply would change although others own them (H3.21).
final class Conflicts {
    private Conflicts() {}

    /// Refuses an apply that would take fields from other owners.
    ///
    /// @param lost what an owner would lose
    /// @throws ApiError 409 with one cause `FieldManagerConflict` per field
    static void check(FieldOwners owners, Function<FieldOwner, FieldSet> lost) {
        List<Cause> causes = new ArrayList<>();
        Map<String, List<String>> pathsByOwner = new TreeMap<>();
        for (FieldOwner owner : owners.all()) {
            String who = owner.id().text();
            lost.apply(owner)
                    .forEach(
                            (path, _) -> {
                                causes.add(
                                        new Cause(
                                                "FieldManagerConflict",
                                                path,
                                                "conflict with " + who));
                                pathsByOwner.computeIfAbsent(who, _ -> new ArrayList<>()).add(path);
                            });
        }
        if (!causes.isEmpty()) {
            throw new ApiError(
                    409,
                    "Conflict",
                    message(causes, pathsByOwner),
                    new ApiError.Details(null, null, null, null, causes, 0));
        }
    }

    private static String message(List<Cause> causes, Map<String, List<String>> pathsByOwner) {
        if (causes.size() == 1) {
            Cause only = causes.getFirst();
            return "Apply failed with 1 conflict: " + only.message() + ": " + only.field();
        }
        StringBuilder out = new StringBuilder("Apply failed with ");
        out.append(causes.size()).append(" conflicts: ");
        String separator = "";
        for (var owner : pathsByOwner.entrySet()) {
            out.append(separator).append("conflicts with ").append(owner.getKey()).append(':');
            owner.getValue().forEach(path -> out.append("\n- ").append(path));
            separator = "\n";
        }
        return out.toString();
    }
}
