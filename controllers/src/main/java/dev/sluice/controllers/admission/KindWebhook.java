package dev.sluice.controllers.admission;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.api.v1beta2.Kueue;
import dev.sluice.api.validation.QuantityForm;
import dev.sluice.api.validation.Rules;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// One of our own kinds: what its schema cannot say is checked, on create and update, of a Workload's status too (L7.2,
/// A7.20).
///
/// @param name the kind
/// @param rules what is checked
record KindWebhook(String name, Rules rules) implements Webhook {
    private static final Set<String> WITH_STATUS = Set.of("Workload");

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
        boolean created = review.operation() == Review.Operation.CREATE;
        return created && object != null && name.equals("ClusterQueue")
                ? QuantityForm.normalise(object)
                : null;
    }

    @Override
    public List<FieldError> validate(Review review, Lookup lookup) {
        ObjectNode object = review.object();
        return object == null
                ? List.of()
                : rules.check(object, review.old()).stream()
                        .map(complaint -> new FieldError(complaint.text()))
                        .toList();
    }
}
