package dev.sluice.apiserver.crd;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.error.Cause;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The CEL rules of one version of a custom kind, as far as its validation needs to know them.
public interface RuleCheck {
    /// A kind without rules.
    RuleCheck NONE =
            new RuleCheck() {
                @Override
                public boolean isEmpty() {
                    return true;
                }

                @Override
                public List<Cause> check(ObjectNode object, @Nullable ObjectNode old) {
                    return List.of();
                }
            };

    /// Whether there is no rule at all.
    boolean isEmpty();

    /// Asks every rule that applies.
    ///
    /// @param old the object before, or null for a create: transition rules then have nothing to say (H4.21)
    List<Cause> check(ObjectNode object, @Nullable ObjectNode old);
}
