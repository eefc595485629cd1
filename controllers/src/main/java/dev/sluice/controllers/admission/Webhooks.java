package dev.sluice.controllers.admission;

import dev.sluice.api.config.Configuration;
import dev.sluice.api.config.Frameworks;
import dev.sluice.api.validation.KindRules;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// All that is checked and defaulted when objects of our kinds and jobs are written. The embedded API server asks it in
/// its admission chain, an operator from its webhook endpoints.
public final class Webhooks {
    private final List<Webhook> hooks;
    private final NoEffect noEffect;

    public Webhooks(Configuration settings) {
        List<Webhook> all = new ArrayList<>();
        List<String> frameworks = settings.integrations().frameworks();
        if (frameworks.contains("batch/job")) {
            all.add(new JobWebhook(settings));
        }
        if (Frameworks.podsAreQueued(frameworks)) {
            all.add(new PodWebhook(settings));
        }
        if (frameworks.contains(Frameworks.DEPLOYMENT)) {
            all.add(ServingWebhook.ofDeployments(settings));
        }
        if (frameworks.contains(Frameworks.STATEFUL_SET)) {
            all.add(ServingWebhook.ofStatefulSets(settings));
        }
        all.add(new FinalizerWebhook());
        KindRules rules = new KindRules(settings.gates());
        for (String kind : KindRules.KINDS) {
            all.add(new KindWebhook(kind, rules.of(kind), settings.gates()));
        }
        this.hooks = List.copyOf(all);
        this.noEffect = new NoEffect(settings);
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
            return denial(webhook, texts);
        }
    }

    /// The kinds of jobs and their owners, in lower case, whose labels and annotations are checked.
    public static List<String> jobKinds(Configuration settings) {
        return new Webhooks(settings)
                .hooks.stream()
                        .filter(
                                hook ->
                                        !(hook instanceof KindWebhook)
                                                && !(hook instanceof FinalizerWebhook))
                        .map(Webhook::kind)
                        .toList();
    }

    /// Whether anybody wants to see the write.
    public boolean concern(Review review) {
        return NoEffect.concerns(review) || hooks.stream().anyMatch(hook -> hook.concerns(review));
    }

    /// Changes the object of a write in place.
    ///
    /// @return the text of the answer 400 if the object cannot be read (L7.7)
    public Optional<String> mutate(Review review, Lookup lookup) {
        for (Webhook hook : hooks) {
            String fault = hook.concerns(review) ? hook.mutate(review, lookup) : null;
            if (fault != null) {
                return Optional.of(denial("m" + hook.kind() + ".kb.io", fault));
            }
        }
        return Optional.empty();
    }

    private static String denial(String webhook, String text) {
        return "admission webhook \"" + webhook + "\" denied the request: " + text;
    }

    /// What its writer should know about an object that is let in.
    public List<String> warnings(Review review, Lookup lookup) {
        if (review.object() == null || !review.subresource().isEmpty()) {
            return List.of();
        }
        List<String> warnings =
                new ArrayList<>(MisspeltNames.warnings(review.object(), review.old()));
        warnings.addAll(noEffect.warnings(review, lookup));
        for (Webhook hook : hooks) {
            if (hook.concerns(review)) {
                warnings.addAll(hook.warnings(review, lookup));
            }
        }
        return warnings;
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
