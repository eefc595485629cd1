package dev.sluice.controllers.admission;

import dev.sluice.api.config.Configuration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// All that is checked and defaulted when objects of our kinds and jobs are written. The embedded API server asks it in
/// its admission chain, an operator from its webhook endpoints.
public final class Webhooks {
    private final List<Webhook> hooks;

    public Webhooks(Configuration settings) {
        this.hooks = List.of(new JobWebhook(settings), new FinalizerWebhook());
    }

    /// A refusal, as an API server words one of a webhook (L7.7).
    public record Denied(String webhook, List<FieldError> errors) {
        public Denied {
            errors = List.copyOf(errors);
        }

        public String message() {
            String texts =
                    errors.size() == 1
                            ? errors.getFirst().text()
                            : errors.stream()
                                    .map(FieldError::text)
                                    .collect(Collectors.joining(", ", "[", "]"));
            return "admission webhook \"" + webhook + "\" denied the request: " + texts;
        }
    }

    /// Whether anybody wants to see the write.
    public boolean concern(Review review) {
        return hooks.stream().anyMatch(hook -> hook.concerns(review));
    }

    /// Changes the object of a write in place.
    public void mutate(Review review, Lookup lookup) {
        for (Webhook hook : hooks) {
            if (hook.concerns(review)) {
                hook.mutate(review, lookup);
            }
        }
    }

    /// The first refusal, if there is one.
    public Optional<Denied> validate(Review review, Lookup lookup) {
        for (Webhook hook : hooks) {
            List<FieldError> errors =
                    hook.concerns(review) ? hook.validate(review, lookup) : List.of();
            if (!errors.isEmpty()) {
                return Optional.of(new Denied("v" + hook.kind() + ".kb.io", errors));
            }
        }
        return Optional.empty();
    }
}
