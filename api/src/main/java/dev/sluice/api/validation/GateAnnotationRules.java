package dev.sluice.api.validation;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.api.name.Annotations;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Rules for an annotation that names gates, the same on jobs, pods and Workloads (A7, 7.9).
///
/// @param annotation key of the annotation
public record GateAnnotationRules(String annotation) implements Rules {
    private static final int GATE_BYTES_MAX = 63;

    /// The rules for `kueue.x-k8s.io/admission-gated-by`.
    public static final GateAnnotationRules ADMISSION_GATED_BY =
            new GateAnnotationRules(Annotations.ADMISSION_GATED_BY);

    @Override
    public List<Complaint> check(JsonNode object, @Nullable JsonNode old) {
        List<Complaint> complaints = new ArrayList<>(format(value(object)));
        if (old != null) {
            complaints.addAll(change(value(object), value(old)));
        }
        return complaints;
    }

    private String value(JsonNode object) {
        return object.path("metadata").path("annotations").path(annotation).asText();
    }

    private String field() {
        return "metadata.annotations[" + annotation + "]";
    }

    private List<Complaint> format(String value) {
        if (value.isBlank()) {
            return List.of();
        }
        List<Complaint> complaints = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        for (String part : value.split(",", -1)) {
            String gate = part.strip();
            if (gate.isEmpty()) {
                return List.of(
                        Complaint.invalid(field(), value, "cannot contain empty gate names"));
            }
            if (!seen.add(gate)) {
                complaints.add(Complaint.invalid(field(), value, "duplicate gate name: " + gate));
            } else if (gate.getBytes(StandardCharsets.UTF_8).length > GATE_BYTES_MAX) {
                complaints.add(Complaint.tooLong(field(), GATE_BYTES_MAX));
            } else {
                complaints.addAll(Names.complaintsAboutDomainPath(field(), gate));
            }
        }
        return complaints;
    }

    /// Gates may only go (A7.24, A7.25).
    private List<Complaint> change(String value, String before) {
        if (before.isBlank() && !value.isBlank()) {
            return List.of(
                    Complaint.forbidden(field(), "cannot add admission gate after creation"));
        }
        return gates(before).containsAll(gates(value))
                ? List.of()
                : List.of(Complaint.forbidden(field(), "can only remove gates, not add new ones"));
    }

    /// The gates that a value names.
    public static Set<String> gates(String value) {
        Set<String> gates = new LinkedHashSet<>();
        for (String part : value.split(",")) {
            if (!part.isBlank()) {
                gates.add(part.strip());
            }
        }
        return gates;
    }
}
