package dev.sluice.controllers.admission;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.api.name.Annotations;
import dev.sluice.api.name.Labels;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Labels and annotations that look like ours and are not: nothing would ever come of them. Whoever writes one is warned,
/// once, when it is new.
final class MisspeltNames {
    private static final String PREFIX = "kueue.x-k8s.io/";
    private static final int EDITS_MAX = 2;

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
                                                + (map.equals("labels") ? "annotations" : "labels"));
                                return;
                            }
                            String meant = nearest(key, known);
                            if (meant != null) {
                                warnings.add(path + "unknown. Maybe " + meant + " was meant");
                            }
                        });
    }

    private static @Nullable String nearest(String key, List<String> known) {
        String nearest = null;
        int fewest = EDITS_MAX + 1;
        for (String name : known) {
            int edits = edits(key, name);
            if (edits < fewest) {
                fewest = edits;
                nearest = name;
            }
        }
        return nearest;
    }

    /// Letters to add, drop or change.
    private static int edits(String one, String other) {
        int[] row = new int[other.length() + 1];
        for (int j = 0; j < row.length; j++) {
            row[j] = j;
        }
        for (int i = 1; i <= one.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j < row.length; j++) {
                int change = diagonal + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(change, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[other.length()];
    }
}
