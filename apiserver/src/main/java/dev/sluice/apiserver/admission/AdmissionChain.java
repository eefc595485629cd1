package dev.sluice.apiserver.admission;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.error.ApiError;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/// The order of admission (H2.80): plugins, mutating policies, mutating webhooks, once more those that have not seen the
/// last change; later, on the final object, plugins, validating policies, validating webhooks, and quotas last.
///
/// Nothing is locked meanwhile; a webhook may take its time.
public final class AdmissionChain {
    private final List<AdmissionPlugin> plugins;
    private final ObjectReader objects;
    private final List<Supplier<List<Mutator>>> mutators;
    private final List<Validator> validators;

    /// Policies, webhooks or quotas, asked about final objects.
    @FunctionalInterface
    public interface Validator {
        /// Refuses by throwing an `ApiError`.
        void validate(AdmissionRequest request);
    }

    /// @param plugins in their order
    /// @param mutators those that are configured at the moment, policies before webhooks
    /// @param validators policies before webhooks, quotas last
    public AdmissionChain(
            List<AdmissionPlugin> plugins,
            ObjectReader objects,
            List<Supplier<List<Mutator>>> mutators,
            List<Validator> validators) {
        this.plugins = List.copyOf(plugins);
        this.objects = objects;
        this.mutators = List.copyOf(mutators);
        this.validators = List.copyOf(validators);
    }

    /// Lets everybody change the object.
    ///
    /// @throws ApiError with the warnings that came before it, when one refuses
    public void mutate(AdmissionRequest request) {
        try {
            mutateAll(request);
        } catch (ApiError refusal) {
            throw refusal.warned(request.notes().warnings());
        }
    }

    private void mutateAll(AdmissionRequest request) {
        plugins(request);
        List<Mutator> configured = configured();
        if (configured.isEmpty()) {
            return;
        }
        Set<Mutator> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        Set<Mutator> missed = Collections.newSetFromMap(new IdentityHashMap<>());
        boolean changed = false;
        for (Mutator mutator : configured) {
            Mutator.Outcome outcome = mutator.mutate(request);
            if (outcome == Mutator.Outcome.CHANGED) {
                changed = true;
                missed.addAll(seen);
            }
            if (outcome != Mutator.Outcome.NOT_ASKED && mutator.again()) {
                seen.add(mutator);
            }
        }
        if (changed) {
            again(request, configured, seen, missed);
        }
    }

    private void again(
            AdmissionRequest request,
            List<Mutator> configured,
            Set<Mutator> seen,
            Set<Mutator> missed) {
        ObjectNode object = request.object();
        if (object == null) {
            return;
        }
        ObjectNode before = object.deepCopy();
        plugins(request);
        if (!object.equals(before)) {
            missed.addAll(seen);
        }
        for (Mutator mutator : configured) {
            if (missed.contains(mutator)) {
                mutator.mutate(request);
            }
        }
    }

    /// Lets everybody refuse the final object; warnings go to the notes of the request.
    ///
    /// @throws ApiError with the warnings that came before it, when one refuses
    public void validate(AdmissionRequest request) {
        try {
            validateAll(request);
        } catch (ApiError refusal) {
            throw refusal.warned(request.notes().warnings());
        }
    }

    private void validateAll(AdmissionRequest request) {
        for (AdmissionPlugin plugin : plugins) {
            if (plugin.concerns(request)) {
                plugin.validate(request, objects).forEach(request.notes()::warn);
            }
        }
        for (Validator validator : validators) {
            validator.validate(request);
        }
    }

    private void plugins(AdmissionRequest request) {
        if (request.object() == null) {
            return;
        }
        for (AdmissionPlugin plugin : plugins) {
            if (plugin.concerns(request)) {
                plugin.mutate(request, objects);
            }
        }
    }

    private List<Mutator> configured() {
        List<Mutator> all = List.of();
        for (Supplier<List<Mutator>> source : mutators) {
            List<Mutator> some = source.get();
            if (!some.isEmpty()) {
                List<Mutator> more = new ArrayList<>(all);
                more.addAll(some);
                all = more;
            }
        }
        return all;
    }
}
