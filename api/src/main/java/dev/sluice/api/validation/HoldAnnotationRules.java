package dev.sluice.api.validation;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.api.name.Annotations;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Rules for `kueue.x-k8s.io/scheduling-gated-by`, which keeps a job out of the queues (KEP-6915): one gate, in the form
/// of a domain and a path; given when the job is created, afterwards only removed. An empty value is no gate (FA4).
public final class HoldAnnotationRules implements Rules {
    private static final String FIELD = Metadata.annotationField(Annotations.SCHEDULING_GATED_BY);

    @Override
    public List<Complaint> check(JsonNode object, @Nullable JsonNode old) {
        String gate = value(object);
        List<Complaint> complaints = new ArrayList<>(format(gate));
        if (!gate.isEmpty()
                && !Metadata.annotation(object, Annotations.ADMISSION_GATED_BY).isBlank()) {
            complaints.add(
                    Complaint.forbidden(
                            FIELD,
                            "cannot be combined with "
                                    + Annotations.ADMISSION_GATED_BY
                                    + ": one means that there is no Workload, the other that there is one"));
        }
        if (old != null) {
            complaints.addAll(change(gate, value(old)));
        }
        return complaints;
    }

    private static String value(JsonNode object) {
        return Metadata.annotation(object, Annotations.SCHEDULING_GATED_BY).strip();
    }

    private static List<Complaint> format(String gate) {
        if (gate.isEmpty()) {
            return List.of();
        }
        return gate.contains(",")
                ? List.of(
                        Complaint.invalid(
                                FIELD,
                                gate,
                                "must name one gate; several are what "
                                        + Annotations.ADMISSION_GATED_BY
                                        + " takes"))
                : GateAnnotationRules.name(FIELD, gate);
    }

    private static List<Complaint> change(String gate, String before) {
        if (gate.equals(before) || gate.isEmpty()) {
            return List.of();
        }
        return List.of(
                Complaint.forbidden(
                        FIELD,
                        before.isEmpty()
                                ? "cannot add scheduling gate after creation"
                                : "can only be removed, not changed"));
    }
}
