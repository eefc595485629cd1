package dev.sluice.controllers.admission;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.api.feature.FeatureGate;
import dev.sluice.api.feature.FeatureGates;
import dev.sluice.api.v1beta2.Kueue;
import dev.sluice.api.validation.Complaint;
import dev.sluice.api.validation.ConstraintRules;
import dev.sluice.api.validation.PreemptionGateNames;
import dev.sluice.api.validation.QuantityForm;
import dev.sluice.api.validation.Rules;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// One of our own kinds: what its schema cannot say is checked, on create and update, of a Workload's status too (L7.2,
/// A7.20).
///
/// @param name the kind
/// @param rules what is checked
/// @param gates what is on
record KindWebhook(String name, Rules rules, FeatureGates gates) implements Webhook {
    private static final String WORKLOAD = "Workload";
    private static final Set<String> WITH_STATUS = Set.of(WORKLOAD);

    @Override
    public String kind() {
        return name.toLowerCase(Locale.ROOT);
    }

    @Override
    public boolean concerns(Review review) {
        return review.group().equals(Kueue.GROUP)
                && review.kind().equals(name)
                && review.operation() != Review.Operation.DELETE
                && (review.subresource().isEmpty()
                        || (review.subresource().equals("status") && WITH_STATUS.contains(name)));
    }

    @Override
    public @Nullable String mutate(Review review, Lookup lookup) {
        ObjectNode object = review.object();
        if (object != null && name.equals(WORKLOAD)) {
            preemptionGates(object, review.old());
        }
        if (review.operation() != Review.Operation.CREATE || object == null) {
            return null;
        }
        if (name.equals(WORKLOAD) && gates.isOn(FeatureGate.WORKLOAD_ADMISSION_CONSTRAINTS)) {
            ConstraintRules.complete(object);
        }
        return name.equals("ClusterQueue") ? QuantityForm.normalise(object) : null;
    }

    private void preemptionGates(ObjectNode workload, @Nullable ObjectNode old) {
        if (gates.isOn(FeatureGate.KEP_8303_NAMES)) {
            PreemptionGateNames.complete(workload, old);
        } else {
            PreemptionGateNames.forget(workload);
        }
    }

    @Override
    public List<FieldError> validate(Review review, Lookup lookup) {
        ObjectNode object = review.object();
        if (object == null) {
            return List.of();
        }
        List<FieldError> errors = new ArrayList<>();
        complaints(object, review.old())
                .forEach(complaint -> errors.add(new FieldError(complaint.text())));
        if (name.equals(WORKLOAD)
                && review.subresource().isEmpty()
                && gates.isOn(FeatureGate.SCHEDULING_GATED_BY)) {
            errors.addAll(OwnersGates.kept(review, lookup));
        }
        return errors;
    }

    /// What was wrong before is not held against an update, which may be one of our own: the object may be older than the
    /// rule.
    private List<Complaint> complaints(ObjectNode object, @Nullable ObjectNode old) {
        List<Complaint> complaints = rules.check(object, old);
        if (old == null || complaints.isEmpty()) {
            return complaints;
        }
        List<Complaint> known = rules.check(old, null);
        return complaints.stream().filter(complaint -> !known.contains(complaint)).toList();
    }
}
