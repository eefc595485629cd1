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

/// Rules for `kueue.x-k8s.io/admission-gated-by`, which names gates; the same on jobs, pods and Workloads (A7.21 to
/// A7.26).
public final class GateAnnotationRules implements Rules {
    static final int GATE_BYTES_MAX = 63;
    private static final String FIELD = Metadata.annotationField(Annotations.ADMISSION_GATED_BY);

    @Override
    public List<Complaint> check(JsonNode object, @Nullable JsonNode old) {
        List<Complaint> complaints = new ArrayList<>(format(value(object)));
        if (old != null) {
            complaints.addAll(change(value(object), value(old)));
        }
        return complaints;
    }

    private static String value(JsonNode object) {
        return Metadata.annotation(object, Annotations.ADMISSION_GATED_BY);
    }

    private static List<Complaint> format(String value) {
        if (value.isBlank()) {
            return List.of();
        }
        List<Complaint> complaints = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        for (String part : value.split(",", -1)) {
            String gate = part.strip();
            if (gate.isEmpty()) {
                return List.of(Complaint.invalid(FIELD, value, "cannot contain empty gate names"));
            }
            if (!seen.add(gate)) {
                complaints.add(Complaint.invalid(FIELD, value, "duplicate gate name: " + gate));
            } else {
                complaints.addAll(name(FIELD, gate));
            }
        }
        return complaints;
    }

    /// What is wrong with the name of one gate.
    static List<Complaint> name(String field, String gate) {
        return gate.getBytes(StandardCharsets.UTF_8).length > GATE_BYTES_MAX
                ? List.of(Complaint.tooLong(field, GATE_BYTES_MAX))
                : Names.complaintsAboutDomainPath(field, gate);
    }

    /// Gates may only go (A7.24, A7.25).
    private static List<Complaint> change(String value, String before) {
        if (before.isBlank() && !value.isBlank()) {
            return List.of(Complaint.forbidden(FIELD, "cannot add admission gate after creation"));
        }
        return gates(before).containsAll(gates(value))
                ? List.of()
                : List.of(Complaint.forbidden(FIELD, "can only remove gates, not add new ones"));
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
