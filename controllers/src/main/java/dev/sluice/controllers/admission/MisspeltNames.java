package dev.sluice.controllers.admission;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.api.name.Annotations;
import dev.sluice.api.name.Labels;
import dev.sluice.api.name.Spelling;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Labels and annotations that look like ours and are not: nothing would ever come of them. Whoever writes one is warned,
/// once, when it is new.
final class MisspeltNames {
    private static final String PREFIX = "kueue.x-k8s.io/";

    private static final List<String> LABELS =
            List.of(
                    Labels.QUEUE_NAME,
                    Labels.PRIORITY_CLASS,
                    Labels.MAX_EXEC_TIME_SECONDS,
                    Labels.PREBUILT_WORKLOAD_NAME,
                    Labels.POD_GROUP_NAME,
                    Labels.MANAGED);
    private static final List<String> ANNOTATIONS =
            List.of(
                    Annotations.SCHEDULING_GATED_BY,
                    Annotations.ADMISSION_GATED_BY,
                    Annotations.CANNOT_PREEMPT,
                    Annotations.CANNOT_BORROW,
                    Annotations.ELASTIC_JOB,
                    Annotations.JOB_MIN_PARALLELISM,
                    Annotations.JOB_COMPLETIONS_EQUAL_PARALLELISM,
                    Annotations.PREBUILT_WORKLOAD_NAME,
                    Annotations.POD_GROUP_NAME,
                    Annotations.POD_GROUP_TOTAL_COUNT,
                    Annotations.POD_GROUP_FAST_ADMISSION,
                    Annotations.RETRIABLE_IN_GROUP);

    private MisspeltNames() {}

    /// @param old null when the object is created
    static List<String> warnings(JsonNode object, @Nullable JsonNode old) {
        List<String> warnings = new ArrayList<>();
        look("labels", LABELS, ANNOTATIONS, object, old, warnings);
        look("annotations", ANNOTATIONS, LABELS, object, old, warnings);
        return warnings;
    }

    private static void look(
            String map,
            List<String> known,
            List<String> elsewhere,
            JsonNode object,
            @Nullable JsonNode old,
            List<String> warnings) {
        JsonNode before = old == null ? null : old.path("metadata").path(map);
        object.path("metadata")
                .path(map)
                .fieldNames()
                .forEachRemaining(
                        key -> {
                            if (!key.startsWith(PREFIX)
                                    || known.contains(key)
                                    || before != null && before.has(key)) {
                                return;
                            }
                            String path = "metadata." + map + "[" + key + "]: ";
                            if (elsewhere.contains(key)) {
                                warnings.add(
                                        path
                                                + "has no effect here, it is one of the "
                                                + (map.equals("labels")
                                                        ? "annotations"
                                                        : "labels"));
                                return;
                            }
                            Spelling.nearest(key, known)
                                    .ifPresent(
                                            meant ->
                                                    warnings.add(
                                                            path
                                                                    + "unknown. Maybe "
                                                                    + meant
                                                                    + " was meant"));
                        });
    }
}
