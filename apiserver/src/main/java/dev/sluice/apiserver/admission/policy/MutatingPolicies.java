package dev.sluice.apiserver.admission.policy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.admission.AdmissionRequest;
import dev.sluice.apiserver.admission.Equivalents;
import dev.sluice.apiserver.admission.Mutator;
import dev.sluice.apiserver.admission.ObjectReader;
import dev.sluice.apiserver.admission.Registered;
import dev.sluice.apiserver.cel.Authority;
import dev.sluice.apiserver.cel.CelFailure;
import dev.sluice.apiserver.cel.CelSyntaxError;
import dev.sluice.apiserver.error.ApiError;
import dev.sluice.apiserver.kind.BodyMismatch;
import dev.sluice.apiserver.kind.Kind;
import dev.sluice.apiserver.kind.KindRegistry;
import dev.sluice.apiserver.patch.PatchMisfit;
import dev.sluice.apiserver.security.User;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The MutatingAdmissionPolicies, one mutator for each binding; they come before mutating webhooks (H2.80, H2.95).
public final class MutatingPolicies {
    private static final Logger LOG = LoggerFactory.getLogger(MutatingPolicies.class);
    private static final String GROUP = ".admissionregistration.k8s.io";
    private static final String POLICIES = "mutatingadmissionpolicies" + GROUP;
    private static final String BINDINGS = "mutatingadmissionpolicybindings" + GROUP;

    private final PolicyCases cases;
    private final Registered<Mutator> mutators;

    /// @param authorities what a user may do, for the name `authorizer`
    public MutatingPolicies(
            ObjectReader objects,
            Equivalents equivalents,
            KindRegistry kinds,
            Function<User, Authority> authorities) {
        this.cases = new PolicyCases(objects, equivalents, kinds, authorities);
        this.mutators = new Registered<>(() -> read(objects));
    }

    /// Tells which resources have changed; returns at once.
    public void changed(Set<String> resources) {
        if (resources.contains(POLICIES) || resources.contains(BINDINGS)) {
            mutators.forget();
        }
    }

    /// Policies by name, and for each its bindings by name.
    public List<Mutator> mutators() {
        return mutators.all();
    }

    private List<Mutator> read(ObjectReader objects) {
        List<Binding> bindings = objects.list(BINDINGS, "").stream().map(Binding::of).toList();
        List<Mutator> all = new ArrayList<>();
        for (ObjectNode object : objects.list(POLICIES, "")) {
            String name = object.path("metadata").path("name").asText();
            try {
                Policy policy = Policy.of(object);
                List<Mutation> mutations = Mutation.all(policy);
                bindings.stream()
                        .filter(binding -> binding.policy().equals(name))
                        .forEach(binding -> all.add(new Bound(cases, policy, mutations, binding)));
            } catch (CelSyntaxError e) {
                LOG.error("A policy cannot be used: name={} why={}", name, e.text());
            }
        }
        return List.copyOf(all);
    }

    /// A policy in force.
    private record Bound(
            PolicyCases cases, Policy policy, List<Mutation> mutations, Binding binding)
            implements Mutator {
        @Override
        public boolean again() {
            return policy.spec().path("reinvocationPolicy").asText().equals("IfNeeded");
        }

        @Override
        public Outcome mutate(AdmissionRequest request) {
            if (request.object() == null) {
                return Outcome.NOT_ASKED;
            }
            ObjectNode before = request.given().deepCopy();
            try {
                return mutateAll(request);
            } catch (PolicyCases.Unanswerable failure) {
                return failed(request, before, failure.text());
            } catch (CelFailure failure) {
                return failed(request, before, failure.text());
            } catch (PatchMisfit misfit) {
                return failed(request, before, misfit.text());
            } catch (BodyMismatch mismatch) {
                return failed(request, before, mismatch.text());
            }
        }

        private Outcome mutateAll(AdmissionRequest request)
                throws PolicyCases.Unanswerable, PatchMisfit {
            int parameters = cases.of(policy, binding, request).size();
            boolean changed = false;
            for (Mutation mutation : mutations) {
                // each change is made on what the one before has left
                for (int i = 0; i < parameters; i++) {
                    List<PolicyCases.Case> now = cases.of(policy, binding, request);
                    if (i < now.size()) {
                        changed |= change(mutation, now.get(i), request);
                    }
                }
            }
            if (parameters == 0) {
                return Outcome.NOT_ASKED;
            }
            return changed ? Outcome.CHANGED : Outcome.UNCHANGED;
        }

        private boolean change(Mutation mutation, PolicyCases.Case about, AdmissionRequest request)
                throws PatchMisfit {
            Kind kind = about.asked().kind();
            ObjectNode changed = mutation.apply(about.asked().given(), kind, about);
            if (request.objectKind().name().equals(request.kind().kind())) {
                kind.rules().conform(changed);
                kind.rules().applyDefaults(changed);
            }
            ObjectNode result = cases.restored(changed, kind, request);
            if (result.equals(request.given())) {
                return false;
            }
            replace(request.given(), result);
            return true;
        }

        private static void replace(ObjectNode object, ObjectNode by) {
            object.removeAll();
            object.setAll(by);
        }

        /// A policy that is passed over leaves nothing of the changes that it made before it failed.
        private Outcome failed(AdmissionRequest request, ObjectNode before, String why) {
            if (policy.lenient()) {
                LOG.warn("A policy is passed over: name={} why={}", policy.name(), why);
                replace(request.given(), before);
                return Outcome.UNCHANGED;
            }
            throw refusal(request, why);
        }

        private ApiError refusal(AdmissionRequest request, String why) {
            return ValidatingPolicies.Refusals.of(
                    request,
                    "policy '"
                            + policy.name()
                            + "' with binding '"
                            + binding.name()
                            + "' denied request: "
                            + why,
                    "");
        }
    }
}
